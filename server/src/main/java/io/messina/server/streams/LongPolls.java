package io.messina.server.streams;

import io.messina.runtime.RequestException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/**
 * Requests that wait for something to happen. When the server stops they are answered at once, with
 * the present result. Safe for use by many threads.
 */
public final class LongPolls implements AutoCloseable {

  private final ConcurrentMap<Thread, Boolean> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Whether the server is about to stop. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Runs a task that may wait.
   *
   * @param task takes the time that it may wait, and ends early if it is interrupted
   * @return the result of the task; if it was woken and failed, its result without waiting
   */
  public <T> T call(Duration wait, Function<Duration, T> task) {
    if (closed || wait.isZero()) {
      return task.apply(Duration.ZERO);
    }
    Thread thread = Thread.currentThread();
    waiting.put(thread, true);
    try {
      return task.apply(closed ? Duration.ZERO : wait);
    } catch (RequestException e) {
      if (!closed) {
        throw e;
      }
    } finally {
      waiting.remove(thread);
      // An interrupt that came too late would end the writing of the answer.
      var _ = Thread.interrupted();
    }
    return task.apply(Duration.ZERO);
  }

  /**
   * Runs a task that cannot be interrupted, as {@link #call}. If it has to end early, it runs on
   * and its result is not used.
   *
   * @return the result of the task; if this call was woken, its result without waiting
   */
  public <T> T callAside(Duration wait, Function<Duration, T> task) {
    return call(wait, longest -> longest.isZero() ? task.apply(longest) : aside(longest, task));
  }

  private static <T> T aside(Duration wait, Function<Duration, T> task) {
    FutureTask<T> future = new FutureTask<>(() -> task.apply(wait));
    Thread.startVirtualThread(future);
    try {
      return future.get();
    } catch (InterruptedException _) {
      return task.apply(Duration.ZERO);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("the wait failed", e.getCause());
    }
  }

  /** Wakes all waiting requests; no request waits from now on. Repeating it changes nothing. */
  @Override
  public void close() {
    closed = true;
    for (Thread thread : waiting.keySet()) {
      waiting.computeIfPresent(
          thread,
          (waiter, value) -> {
            waiter.interrupt();
            return value;
          });
    }
  }
}
