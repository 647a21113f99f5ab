package io.messina.messaging.send;

import java.time.Duration;

/** How messages are claimed for a connector. Safe for use by many threads; nothing waits. */
interface ClaimControl {

  /**
   * Claims nothing for a while.
   *
   * @param duration how long at least
   */
  void pause(Duration duration);

  /** Claims as many at a time as may be claimed now. */
  void resume();
}
