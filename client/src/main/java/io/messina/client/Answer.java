package io.messina.client;

import java.time.Duration;
import java.util.Optional;

/**
 * What the server answered.
 *
 * @param status of HTTP
 * @param retryAfter as the server says
 * @param body all of it
 * @param beganNanoTime when its first bytes came, by the monotonic clock
 */
record Answer(int status, Optional<Duration> retryAfter, byte[] body, long beganNanoTime) {

  boolean isGood() {
    return status >= 200 && status < 300;
  }
}
