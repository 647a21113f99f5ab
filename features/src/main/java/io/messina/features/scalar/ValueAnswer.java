package io.messina.features.scalar;

import io.messina.features.FeatureValue;
import io.messina.features.read.ReadFailure;
import java.time.Instant;

/** What became of the read of one value. */
public sealed interface ValueAnswer {

  /**
   * It is there.
   *
   * @param value the value
   * @param time its event time, in nanoseconds
   */
  record Present(FeatureValue value, Instant time) implements ValueAnswer {}

  /** There is none, or it was deleted. */
  record Missing() implements ValueAnswer {}

  /**
   * It is older than the feature's values live.
   *
   * @param time its event time
   */
  record Expired(Instant time) implements ValueAnswer {}

  /**
   * It could not be read, which says nothing of whether it is there.
   *
   * @param failure why, and whether to ask again
   */
  record Failed(ReadFailure failure) implements ValueAnswer {}
}
