package io.messina.client.group;

import io.messina.api.Receipt;
import io.messina.client.internal.JsonBodies;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * How events are returned that could not be processed.
 *
 * @param delay until the next attempt; if absent, the group's backoff
 * @param error why, as it is shown
 * @param dead whether they become dead letters at once
 */
public record Nack(Optional<Duration> delay, Optional<String> error, boolean dead) {

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
   * @param delay until the next attempt
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

  byte[] toJson(Collection<Receipt> receipts) {
    return JsonBodies.record(
        new Request(receipts, delay, error, dead ? Optional.of(true) : Optional.empty()));
  }

  private record Request(
      Collection<Receipt> receipts,
      Optional<Duration> delay,
      Optional<String> error,
      Optional<Boolean> dead) {}
}
