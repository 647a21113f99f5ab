package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.Optional;

/** Return of events whose handling failed. */
public record Nack(
    @Field(
            value = "wait before the next attempt; the group's backoff if absent",
            min = "0s",
            max = GroupOptions.LONGEST)
        Optional<Duration> delay,
    @Field("reason for reports; the first 500 characters are kept") Optional<String> error,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "make the events dead letters at once", otherwise = "false")
        boolean dead) {

  /** The most characters of an error that are kept. */
  public static final int ERROR_CHARS_MAX = 500;

  /** To be tried again after the group's backoff, without a reason. */
  public static final Nack DEFAULT = Wire.defaults(Nack.class);

  public Nack {
    RecordField.check(Nack.class, delay, error, dead);
    error = error.map(why -> why.substring(0, Math.min(why.length(), ERROR_CHARS_MAX)));
  }

  /**
   * To be tried again after the group's backoff.
   *
   * @param error for reports
   */
  public static Nack retry(String error) {
    return new Nack(Optional.empty(), Optional.of(error), false);
  }

  /**
   * To be tried again after a while.
   *
   * @param error for reports
   * @param delay until the next attempt, up to 12 h
   */
  public static Nack retry(String error, Duration delay) {
    return new Nack(Optional.of(delay), Optional.of(error), false);
  }

  /**
   * Never to be tried again, unless as a dead letter that is redriven.
   *
   * @param error for reports
   */
  public static Nack dead(String error) {
    return new Nack(Optional.empty(), Optional.of(error), true);
  }
}
