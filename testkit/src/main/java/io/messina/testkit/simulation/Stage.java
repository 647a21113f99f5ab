package io.messina.testkit.simulation;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where one actor at a time performs, on the simulation's thread, and where it shows if one waits
 * as no actor should.
 */
final class Stage {

  /** A wait at least as long, such as the day in {@code ExecutorService.close}, means for ever. */
  private static final long FOR_EVER_NANOS = Duration.ofHours(12).toNanos();

  private final long seed;
  private final History history;
  private final Duration monitorPatience;
  private final VirtualThreads threads = new VirtualThreads();
  private final Thread home = Thread.currentThread();
  private final BlockingQueue<Turn> strays = new LinkedBlockingQueue<>();
  private @Nullable Actor performing;
  private @Nullable SimulationException failure;

  /**
   * @param monitorPatience how long another thread of this JVM may hold a monitor, such as that of
   *     a class loader, before it is an error
   */
  Stage(long seed, History history, Duration monitorPatience) {
    this.seed = seed;
    this.history = history;
    this.monitorPatience = monitorPatience;
    if (home.isVirtual()) {
      throw new IllegalStateException("thread: " + home + " (expected: a platform thread)");
    }
  }

  VirtualThreads threads() {
    return threads;
  }

  /** The actor that calls, or null where an event or a test does. */
  @Nullable Actor performing() {
    Thread thread = Thread.currentThread();
    return !thread.equals(home) && isOurs(thread) ? performing : null;
  }

  /**
   * Whether a turn was asked for by the simulation itself; the others are kept for {@link #check}.
   */
  boolean admits(Turn turn) {
    if (isOurs(Thread.currentThread())) {
      return true;
    }
    strays.add(turn);
    return false;
  }

  void perform(Turn turn) {
    performing = turn.actor();
    try {
      turn.continuation().run();
      while (turn.actor().thread().getState() == Thread.State.BLOCKED) {
        awaitMonitor(turn).run();
      }
    } finally {
      performing = null;
    }
    Thread thread = turn.actor().thread();
    if (thread.getState() == Thread.State.TIMED_WAITING
        && threads.timeout(thread) < FOR_EVER_NANOS) {
      fail(turn.actor(), realClock(thread));
    }
  }

  void check() {
    if (!Thread.currentThread().equals(home)) {
      throw new IllegalStateException(
          "thread: "
              + Thread.currentThread()
              + " (expected: "
              + home
              + ", which made the simulation)");
    }
    Turn stray = strays.poll();
    if (stray != null) {
      fail(stray.actor(), new IllegalStateException("a thread outside of the simulation woke it"));
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Keeps the first failure, which ends the run. */
  void fail(Actor actor, Throwable error) {
    if (failure == null && !actor.node().isCrashed()) {
      failure = failed(actor + " failed: " + error, error);
    }
  }

  SimulationException failed(String why) {
    return failed(why, null);
  }

  SimulationException failed(String why, @Nullable Throwable cause) {
    return new SimulationException(seed, why, history.lines(), cause);
  }

  private boolean isOurs(Thread thread) {
    Actor actor = performing;
    return thread.equals(home)
        || (actor != null
            && (thread.equals(actor.thread()) || threads.isScheduledBy(thread, actor)));
  }

  /**
   * A monitor that another thread of the JVM holds comes free soon, and nothing else runs until
   * then, so that the history does not change. A monitor that another actor holds never does.
   */
  private Runnable awaitMonitor(Turn turn) {
    for (Turn stray = nextStray(); stray != null; stray = nextStray()) {
      if (stray.actor().equals(turn.actor())) {
        return stray.continuation();
      }
    }
    throw failed(turn.actor() + " wants a monitor that another actor holds while it waits");
  }

  private @Nullable Turn nextStray() {
    try {
      return strays.poll(monitorPatience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static IllegalStateException realClock(Thread thread) {
    IllegalStateException error =
        new IllegalStateException("it waits by the real clock, not by its node's");
    error.setStackTrace(thread.getStackTrace());
    return error;
  }
}
