package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.ValueCodec;
import io.messina.store.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** One value as simple as it can be: of all that was ever written the last. */
final class ScalarModel {

  /**
   * A value that was put, or a deletion.
   *
   * @param time the event time
   * @param arrivalMicros when it came
   * @param value empty for a deletion
   */
  record Written(Instant time, long arrivalMicros, Optional<FeatureValue> value) {

    private static final Comparator<Written> ORDER =
        Comparator.comparing(Written::time)
            .thenComparingLong(Written::arrivalMicros)
            .thenComparing(written -> written.value.isEmpty())
            .thenComparing(
                written ->
                    written
                        .value
                        .map(it -> ValueCodec.pack(ValueType.TEXT, it))
                        .orElse(Bytes.EMPTY));
  }

  private final Optional<Duration> ttl;
  private Optional<Written> last = Optional.empty();

  ScalarModel(Optional<Duration> ttl) {
    this.ttl = ttl;
  }

  void write(Written written) {
    last = last.filter(it -> Written.ORDER.compare(it, written) > 0).or(() -> Optional.of(written));
  }

  /** The event time of what was written last, if anything was. */
  Optional<Instant> time() {
    return last.map(Written::time);
  }

  /** What is answered to somebody whose clock shows a time. */
  ValueAnswer seen(Instant now) {
    return last.flatMap(Written::value)
        .<ValueAnswer>map(value -> seen(value, last.orElseThrow().time(), now))
        .orElseGet(ValueAnswer.Missing::new);
  }

  private ValueAnswer seen(FeatureValue value, Instant time, Instant now) {
    boolean over = ttl.isPresent() && !now.isBefore(time.plus(ttl.get()));
    return over ? new ValueAnswer.Expired(time) : new ValueAnswer.Present(value, time);
  }
}
