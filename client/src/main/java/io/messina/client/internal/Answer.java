package io.messina.client.internal;

import java.time.Duration;
import java.util.Optional;

/**
 * An answer of the server.
 *
 * @param status of HTTP
 * @param retryAfter as the server says
 * @param body all of it
 * @param beganNanoTime when its first bytes came, by the monotonic clock
 */
public record Answer(int status, Optional<Duration> retryAfter, byte[] body, long beganNanoTime) {

  public boolean isGood() {
    return status >= 200 && status < 300;
  }
}
