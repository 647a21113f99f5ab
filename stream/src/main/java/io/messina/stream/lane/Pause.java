package io.messina.stream.lane;

import java.time.Duration;

/** Makes the calling thread wait by the clock of its process. */
@FunctionalInterface
public interface Pause {

  /**
   * Waits.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  void pause(Duration duration) throws InterruptedException;
}
