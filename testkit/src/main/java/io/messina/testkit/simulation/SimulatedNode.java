package io.messina.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * A process on a separate machine: actors, alarms, a clock and a source of chance. It can be
 * crashed and be suspended by its actors, by actors of other nodes, by events and between runs of
 * the {@link Simulation}. Requests to a crashed node have no effect.
 */
public final class SimulatedNode {

  private final Simulation simulation;
  private final String name;
  private final SimulatedNodeClock clock;
  private final RandomGenerator random;
  private final List<Turn> ready = new ArrayList<>();
  private final Set<Actor> actors = new LinkedHashSet<>();
  private final AlarmQueue alarms = new AlarmQueue();
  private boolean crashed;
  private boolean suspended;

  SimulatedNode(Simulation simulation, String name, SimulatedNodeClock clock) {
    this.simulation = simulation;
    this.name = name;
    this.clock = clock;
    this.random = simulation.random(name);
  }

  /** The name of the machine. */
  public String name() {
    return name;
  }

  /** Returns the node's clock. */
  public SimulatedNodeClock clock() {
    return clock;
  }

  /** The node's own source of chance, for use by its actors. */
  public RandomGenerator random() {
    return random;
  }

  /** Starts an actor. An exception that it does not catch ends the run. */
  public Thread spawn(String actor, Runnable task) {
    Thread thread = threads(actor).newThread(task);
    thread.start();
    return thread;
  }

  /** Makes actors of this node, for code that starts threads itself. */
  public ThreadFactory threads(String actor) {
    return task -> new Actor(simulation, this, actor, task).thread();
  }

  /** Runs each task as an actor of this node, for code that hands tasks to others. */
  public Executor executor(String actor) {
    return task -> spawn(actor, task);
  }

  /**
   * Lets the calling actor wait. It wakes later than that if the node is suspended.
   *
   * @param duration by the monotonic clock
   * @throws InterruptedException where the actor is interrupted
   * @throws IllegalStateException where the caller is not an actor of this node
   */
  public void sleep(Duration duration) throws InterruptedException {
    if (!isCurrent()) {
      throw new IllegalStateException(
          "thread: " + Thread.currentThread() + " (expected: an actor of " + name + ")");
    }
    Thread sleeper = Thread.currentThread();
    AtomicBoolean awake = new AtomicBoolean();
    Alarm alarm =
        ring(
            duration,
            () -> {
              awake.set(true);
              LockSupport.unpark(sleeper);
            });
    while (!awake.get()) {
      if (Thread.interrupted()) {
        alarm.cancel();
        throw new InterruptedException();
      }
      LockSupport.park(this);
    }
  }

  /**
   * Sleeps as {@link #sleep} does, for an actor that is never interrupted.
   *
   * @param duration by the monotonic clock
   * @throws IllegalStateException where the actor is interrupted, or is not one of this node
   */
  public void pause(Duration duration) {
    try {
      sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Starts an actor that does one thing. */
  public <T> CompletableFuture<T> call(Callable<T> task) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    spawn(
        "caller",
        () -> {
          try {
            answer.complete(task.call());
          } catch (Exception e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /**
   * Starts an actor later. An alarm that comes due while the node is suspended rings when it is
   * resumed.
   *
   * @param delay by the monotonic clock
   */
  public Alarm schedule(Duration delay, Runnable task) {
    return ring(delay, () -> spawn("alarm", task));
  }

  /**
   * Ends the process as kill -9 does: no actor of it takes another step, not even in a {@code
   * finally}, and no alarm rings. An actor that crashes its own node does not return from this
   * call. A new process on the machine is a new {@link Simulation#node}.
   */
  public void crash() {
    if (crashed) {
      return;
    }
    boolean own = isCurrent();
    crashed = true;
    clock.stand(false, false);
    simulation.remove(this);
    ready.clear();
    alarms.clear();
    Actor performing = simulation.stage().performing();
    actors.stream().filter(actor -> actor != performing).forEach(Actor::discard);
    actors.clear();
    if (own) {
      waitForEver();
    }
  }

  /** Stops everything of this node until {@link #resume}; calling it again changes how. */
  public void suspend(Suspension how) {
    if (!crashed) {
      suspended = true;
      clock.stand(how != Suspension.PROCESS, how == Suspension.FROZEN);
    }
  }

  /**
   * Resumes a suspended node: first the work under way, and the alarms that have come due in the
   * meantime.
   */
  public void resume() {
    if (!crashed) {
      suspended = false;
      clock.stand(false, false);
    }
  }

  /** Whether the process has ended. */
  public boolean isCrashed() {
    return crashed;
  }

  /** Returns whether the node is suspended. */
  public boolean isSuspended() {
    return suspended;
  }

  /** Whether the calling code runs on this node. */
  public boolean isCurrent() {
    Actor performing = simulation.stage().performing();
    return performing != null && performing.node() == this;
  }

  /** The machine's name. */
  @Override
  public String toString() {
    return name;
  }

  Simulation simulation() {
    return simulation;
  }

  int ready() {
    return suspended ? 0 : ready.size();
  }

  Turn take(int index) {
    Turn last = ready.removeLast();
    return index == ready.size() ? last : ready.set(index, last);
  }

  void enqueue(Turn turn) {
    if (!crashed) {
      actors.add(turn.actor());
      ready.add(turn);
    }
  }

  /** Forgets an actor that has ended, or that has come to rest after its node's crash. */
  void tidy(Actor actor) {
    if (actor.hasEnded()) {
      actors.remove(actor);
    } else if (crashed) {
      actor.discard();
    }
  }

  long nextNanos() {
    return suspended ? Long.MAX_VALUE : clock.reaches(alarms.nextNanos());
  }

  void ring() {
    alarms.ring();
  }

  private Alarm ring(Duration delay, Runnable action) {
    long dueNanos = Math.addExact(clock.nanoTime(), Simulation.nanos(delay));
    return crashed ? new Alarm(dueNanos, 0, action) : alarms.add(dueNanos, action);
  }

  private void waitForEver() {
    while (true) {
      Thread.interrupted();
      LockSupport.park(this);
    }
  }
}
