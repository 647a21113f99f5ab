package io.messina.features.scalar;

import io.messina.features.FeatureValue;
import java.time.Duration;
import java.time.Instant;

/** What a client does to a value. */
sealed interface ScalarAction {

  /** Puts it. */
  record Put(FeatureValue value, Instant time) implements ScalarAction {}

  /** Deletes it as of now. */
  record Delete() implements ScalarAction {}

  /** Deletes it as of some moment. */
  record DeleteAsOf(Instant time) implements ScalarAction {}

  /** Lets time pass. */
  record Wait(Duration duration) implements ScalarAction {}
}
