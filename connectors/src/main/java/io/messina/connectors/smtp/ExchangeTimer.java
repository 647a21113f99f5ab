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
 * The end of the time of an exchange. It then closes the guarded thing, which ends the wait of a
 * thread that reads or writes it: a time-out of a socket holds for one answer only.
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

  /** Returns the time left; zero if none. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end.getDelay(TimeUnit.NANOSECONDS)));
  }

  /**
   * Closes a thing when the time has passed, in the place of the thing that was guarded before.
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
   * Stops guarding, and leaves the thing open.
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
        throw new UncheckedIOException("closing an exchange that took too long", e);
      }
    }
  }
}
