package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;

/** Result of reading one value. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "status")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ValueAnswer.Present.class, name = "present"),
  @JsonSubTypes.Type(value = ValueAnswer.Missing.class, name = "missing"),
  @JsonSubTypes.Type(value = ValueAnswer.Expired.class, name = "expired"),
  @JsonSubTypes.Type(value = ValueAnswer.Failed.class, name = "error")
})
public sealed interface ValueAnswer {

  /**
   * It exists.
   *
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
   * It could not be read, and may or may not exist.
   *
   * @param detail why, in one sentence
   * @param retryable whether asking again may help
   */
  record Failed(String detail, boolean retryable) implements ValueAnswer {}
}
