package io.messina.client;

import java.time.Duration;
import java.util.Optional;

/** What the server answered. */
record Answer(int status, Optional<Duration> retryAfter, byte[] body) {

  boolean isGood() {
    return status >= 200 && status < 300;
  }
}
