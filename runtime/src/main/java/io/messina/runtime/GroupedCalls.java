package io.messina.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Combines the calls of many threads: while as many calls are under way as allowed, further callers
 * gather, and the next call is for all of them. Safe for use by many threads.
 *
 * @param <A> the argument of one caller
 */
public final class GroupedCalls<A> {

  private final ThreadFactory threads;
  private final int callsMax;
  private final int argumentsMax;
  private final Consumer<List<A>> action;
  private final Deque<Gathering<A>> waiting = new ArrayDeque<>(); // under the monitor
  private int running; // under the monitor

  private record Gathering<A>(List<A> asked, CompletableFuture<Boolean> done) {}

  /**
   * Groups calls.
   *
   * @param threads makes the threads of the action
   * @param callsMax how many calls may be under way
   * @param argumentsMax how many a call takes
   * @param action safe for use by many threads; all callers of a call get its exception
   */
  public GroupedCalls(
      ThreadFactory threads, int callsMax, int argumentsMax, Consumer<List<A>> action) {
    this.threads = threads;
    this.callsMax = callsMax;
    this.argumentsMax = argumentsMax;
    this.action = action;
  }

  /**
   * Returns once the action was called, for this argument and others, or throws its exception.
   *
   * @param asked an argument of it
   */
  public void call(A asked) {
    boolean starts;
    Gathering<A> own;
    synchronized (this) {
      if (waiting.isEmpty() || waiting.getLast().asked.size() == argumentsMax) {
        waiting.add(new Gathering<>(new ArrayList<>(), new CompletableFuture<>()));
      }
      own = waiting.getLast();
      own.asked.add(asked);
      starts = running < callsMax;
      running += starts ? 1 : 0;
    }
    if (starts) {
      start(own);
    }
    boolean unused = Futures.join(own.done);
  }

  private void start(Gathering<A> own) {
    try {
      threads.newThread(this::run).start();
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        running--;
        waiting.remove(own);
      }
      own.done.completeExceptionally(e);
    }
  }

  private synchronized @Nullable Gathering<A> next() {
    Gathering<A> next = waiting.poll();
    running -= next == null ? 1 : 0;
    return next;
  }

  private void run() {
    for (Gathering<A> next = next(); next != null; next = next()) {
      try {
        action.accept(next.asked);
        next.done.complete(true);
      } catch (Throwable e) {
        next.done.completeExceptionally(e);
      }
    }
  }
}
