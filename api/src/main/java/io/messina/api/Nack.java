package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.Optional;

/**
 * How events are returned whose handling failed.
 *
 * @param delay until the next attempt, up to 12 h; if absent, the group's backoff
 * @param error why, as it is shown; only the first 500 characters are kept
 * @param dead whether they become dead letters at once
 */
public record Nack(
    @Field(
            value = "how long until the next attempt, unless as long as the group's backoff",
            min = "0s",
            max = GroupOptions.LONGEST)
        Optional<Duration> delay,
    @Field("why, as it is shown; the first 500 characters are kept") Optional<String> error,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        @Field(value = "makes them dead letters at once", otherwise = "false")
        boolean dead) {

  /** How many characters of an error are kept. */
  public static final int ERROR_CHARS_MAX = 500;

  /** To be tried again after the group's backoff, without a reason. */
  public static final Nack DEFAULT = Wire.defaults(Nack.class);

  /**
   * Cuts the error.
   *
   * @throws IllegalArgumentException if the delay is out of its bounds
   */
  public Nack {
    RecordField.check(Nack.class, delay, error, dead);
    error = error.map(why -> why.substring(0, Math.min(why.length(), ERROR_CHARS_MAX)));
  }

  /**
   * To be tried again after the group's backoff.
   *
   * @param error why, as it is shown
   * @return the way back
   */
  public static Nack retry(String error) {
    return new Nack(Optional.empty(), Optional.of(error), false);
  }

  /**
   * To be tried again after a while.
   *
   * @param error why, as it is shown
   * @param delay until the next attempt, up to 12 h
   * @return the way back
   */
  public static Nack retry(String error, Duration delay) {
    return new Nack(Optional.of(delay), Optional.of(error), false);
  }

  /**
   * Never to be tried again, unless as a dead letter that is redriven.
   *
   * @param error why, as it is shown
   * @return the way back
   */
  public static Nack dead(String error) {
    return new Nack(Optional.empty(), Optional.of(error), true);
  }
}
