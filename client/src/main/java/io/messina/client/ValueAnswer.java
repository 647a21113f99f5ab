package io.messina.client;

import java.time.Instant;

/** What came of reading one value among others. */
public sealed interface ValueAnswer {

  /**
   * It is there.
   *
   * @param value the value
   * @param time its event time, in microseconds
   */
  record Present(FeatureValue value, Instant time) implements ValueAnswer {}

  /** There is none. */
  record Missing() implements ValueAnswer {}

  /**
   * There was one, which is over by the feature's time to live.
   *
   * @param time its event time, in microseconds
   */
  record Expired(Instant time) implements ValueAnswer {}

  /**
   * It could not be read, which does not mean that nothing is there.
   *
   * @param why one sentence
   * @param retryable whether asking again may help
   */
  record Failed(String why, boolean retryable) implements ValueAnswer {}
}
