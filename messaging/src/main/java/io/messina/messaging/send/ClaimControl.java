package io.messina.messaging.send;

import java.time.Duration;

/** Controls the claims of a connector. Safe for use by many threads; no method waits. */
interface ClaimControl {

  /**
   * Claims nothing for a while.
   *
   * @param duration at least
   */
  void pause(Duration duration);

  /** Claims as many at a time as may be claimed now. */
  void resume();
}
