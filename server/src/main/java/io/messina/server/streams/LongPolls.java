package io.messina.server.streams;

import io.messina.runtime.RequestException;
import io.messina.server.access.Caller;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Requests that wait for something to happen. When the server stops they are answered at once, with
 * the present result; when the token of the caller is revoked or expires, within a quarter of a
 * second. Safe for use by many threads.
 */
public final class LongPolls implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(250);

  private final ConcurrentMap<Thread, Caller> waiting = new ConcurrentHashMap<>();
  private final Thread watch = Thread.ofVirtual().name("waits").start(this::watch);
  private volatile boolean closed;

  private void watch() {
    try {
      while (true) {
        Thread.sleep(LOOK);
        wake(caller -> !caller.isValid());
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  private void wake(Predicate<Caller> which) {
    for (Thread thread : waiting.keySet()) {
      waiting.computeIfPresent(
          thread,
          (waiter, caller) -> {
            if (which.test(caller)) {
              waiter.interrupt();
            }
            return caller;
          });
    }
  }

  /** Whether a request that lasts must end: the server is about to stop, or its token is void. */
  public boolean isOver(Caller caller) {
    return closed || !caller.isValid();
  }

  /**
   * Runs a task that may wait. The caller of the task may have lost its token when this returns.
   *
   * @param task takes the time that it may wait, and ends early if it is interrupted
   * @return the result of the task; if it was woken and failed, its result without waiting
   */
  public <T> T call(Caller caller, Duration wait, Function<Duration, T> task) {
    if (closed || wait.isZero()) {
      return task.apply(Duration.ZERO);
    }
    Thread thread = Thread.currentThread();
    waiting.put(thread, caller);
    try {
      return task.apply(closed ? Duration.ZERO : wait);
    } catch (RequestException e) {
      if (!isOver(caller)) {
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
   * Runs a task that reads and cannot be interrupted, as {@link #call}. If it has to end early, it
   * runs on and its result is not used.
   *
   * @return the result of the task; if this call was woken, its result without waiting
   * @throws io.messina.server.problem.ProblemException if the token of the caller is void by then
   */
  public <T> T callAside(Caller caller, Duration wait, Function<Duration, T> task) {
    T result =
        call(
            caller,
            wait,
            longest -> longest.isZero() ? task.apply(longest) : aside(caller, longest, task));
    caller.requireValid();
    return result;
  }

  private static <T> T aside(Caller caller, Duration wait, Function<Duration, T> task) {
    FutureTask<T> future = new FutureTask<>(() -> task.apply(wait));
    Thread.startVirtualThread(future);
    try {
      return future.get();
    } catch (InterruptedException _) {
      caller.requireValid();
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
    watch.interrupt();
    wake(_ -> true);
  }
}
