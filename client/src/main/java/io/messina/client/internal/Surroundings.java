package io.messina.client.internal;

import java.time.Duration;

/** Time and random numbers, as they are given to the client. Safe for use by many threads. */
public interface Surroundings {

  /** Nanoseconds since an arbitrary origin; never less than before. */
  long nanoTime();

  /**
   * Lets something short happen later, which must not block.
   *
   * @return cancels it, as long as it has not begun
   */
  Runnable schedule(Duration delay, Runnable task);

  /** A random number from 0 to 1, exclusive. */
  double random();

  /** A text that was never given before, anywhere. */
  String unique();

  /** Cancels scheduled tasks that have not begun. */
  void close();
}
