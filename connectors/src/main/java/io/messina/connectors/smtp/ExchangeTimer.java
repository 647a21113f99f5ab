package io.messina.connectors.smtp;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of the time that an exchange has. What is guarded is closed then, which ends whatever a
 * thread waits for there: no time-out of a socket holds for more than one answer.
 */
final class ExchangeTimer implements AutoCloseable {

  private final ScheduledFuture<?> end;

  // Guarded by this
  private @Nullable Closeable guarded;
  private boolean isPassed;

  /**
   * Begins.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the timer has ended
   */
  ExchangeTimer(Duration timeout, ScheduledExecutorService timer) {
    this.end = timer.schedule(this::pass, timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** How much time is left; zero if none. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end.getDelay(TimeUnit.NANOSECONDS)));
  }

  /**
   * Closes something when the time has passed, in the place of what was guarded before.
   *
   * @throws SocketTimeoutException if it has passed; the thing is closed
   */
  synchronized void guard(Closeable next) throws IOException {
    guarded = next;
    if (isPassed) {
      next.close();
      throw new SocketTimeoutException("no time left");
    }
  }

  /**
   * Leaves what is guarded as it is.
   *
   * @return false if the time has passed, and it is closed
   */
  synchronized boolean release() {
    guarded = null;
    return !isPassed;
  }

  /** The exchange is over. */
  @Override
  public void close() {
    release();
    end.cancel(false);
  }

  private synchronized void pass() {
    isPassed = true;
    if (guarded != null) {
      try {
        guarded.close();
      } catch (IOException e) {
        throw new UncheckedIOException("closing what took too long", e);
      }
    }
  }
}
