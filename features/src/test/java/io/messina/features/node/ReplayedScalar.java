package io.messina.features.node;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A scalar as simple as it can be; no two of its values are of one time. */
final class ReplayedScalar {

  private Optional<FeatureValue> value = Optional.empty();
  private Instant time = Instant.EPOCH;

  void put(FeatureValue newer, Instant of) {
    if (of.isAfter(time)) {
      value = Optional.of(newer);
      time = of;
    }
  }

  void delete(Instant now) {
    Instant afterStanding = time.plus(1, ChronoUnit.MICROS);
    value = Optional.empty();
    time = now.isAfter(afterStanding) ? now : afterStanding;
  }

  ValueAnswer seen(Optional<Duration> ttl, Instant now) {
    return value.map(it -> seen(it, ttl, now)).orElseGet(ValueAnswer.Missing::new);
  }

  private ValueAnswer seen(FeatureValue standing, Optional<Duration> ttl, Instant now) {
    return ttl.filter(it -> !now.isBefore(time.plus(it))).isPresent()
        ? new ValueAnswer.Expired(time)
        : new ValueAnswer.Present(standing, time);
  }
}
