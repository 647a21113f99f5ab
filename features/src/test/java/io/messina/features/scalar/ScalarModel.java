package io.messina.features.scalar;

import io.messina.features.FeatureValue;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** One value as simple as it can be. */
final class ScalarModel {

  private final Optional<Duration> ttl;
  private Instant newest = Instant.EPOCH;

  /** All that was put with the newest event time; empty where it was a deletion. */
  private final Set<Optional<FeatureValue>> standing = new HashSet<>(Set.of(Optional.empty()));

  ScalarModel(Optional<Duration> ttl) {
    this.ttl = ttl;
  }

  void apply(ScalarAction action, Instant now) {
    switch (action) {
      case ScalarAction.Put put -> write(Optional.of(put.value()), put.time());
      case ScalarAction.DeleteAsOf delete -> write(Optional.empty(), delete.time());
      case ScalarAction.Delete _ -> {
        Instant afterStanding = newest.plus(1, ChronoUnit.MICROS);
        write(Optional.empty(), now.isAfter(afterStanding) ? now : afterStanding);
      }
      case ScalarAction.Wait _ -> {}
    }
  }

  /** What may be answered: any one where several have the newest event time. */
  Set<ValueAnswer> seen(Instant now) {
    Set<ValueAnswer> answers = new HashSet<>();
    standing.forEach(
        value -> answers.add(value.map(it -> seen(it, now)).orElseGet(ValueAnswer.Missing::new)));
    return answers;
  }

  private ValueAnswer seen(FeatureValue value, Instant now) {
    boolean over = ttl.isPresent() && !now.isBefore(newest.plus(ttl.get()));
    return over ? new ValueAnswer.Expired(newest) : new ValueAnswer.Present(value, newest);
  }

  private void write(Optional<FeatureValue> value, Instant time) {
    Instant counted = time.truncatedTo(ChronoUnit.MICROS);
    if (counted.isAfter(newest)) {
      standing.clear();
      newest = counted;
    }
    if (counted.equals(newest)) {
      standing.add(value);
    }
  }
}
