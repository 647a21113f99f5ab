package io.messina.stream.lane;

import java.time.Duration;

/** Lets the calling thread wait by whatever clock its process has. */
@FunctionalInterface
public interface Pause {

  /**
   * Waits.
   *
   * @param duration how long
   * @throws InterruptedException where the thread is interrupted
   */
  void pause(Duration duration) throws InterruptedException;
}
