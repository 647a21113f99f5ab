package io.messina.testkit.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Machines, their threads and time, all of them simulated: one seed is one history, step by step.
 *
 * <pre>{@code
 * try (Simulation simulation = new Simulation(seed)) {
 *   SimulatedNode node = simulation.node("a");
 *   node.spawn("greeter", () -> greet(node.clock()));
 *   simulation.runFor(Duration.ofHours(1));
 * }
 * }</pre>
 *
 * <p>Actors are virtual threads, so that ordinary blocking code runs as it is: locks, queues,
 * futures and latches of {@code java.util.concurrent}, {@code LockSupport.park}, {@code
 * Thread.join}. One actor runs at a time, on the thread that called {@code run}, until it waits;
 * then the seed decides which of the ready ones runs next. A step takes no time. Time passes when
 * no actor is ready: it jumps to the next alarm.
 *
 * <p>Code under simulation must not use anything that the seed cannot decide; this ends the run
 * with a {@link SimulationException} where it is noticed:
 *
 * <ul>
 *   <li>waiting by the real clock: {@code Thread.sleep}, {@code poll}, {@code await} or {@code get}
 *       with a time-out. {@link SimulatedNode#sleep} and {@link SimulatedNode#schedule} take their
 *       place. Half a day and more counts as for ever, so {@code ExecutorService.close} is fine;
 *   <li>other threads that wake an actor: the common pool, platform threads, {@code
 *       CompletableFuture.orTimeout};
 *   <li>waiting inside {@code synchronized} while another actor wants the monitor, and {@code
 *       Object.wait}.
 * </ul>
 *
 * <p>Not noticed: real clocks and random numbers, identity hash codes, the iteration order of
 * {@code Set.of} and {@code Map.of}, thread ids, and waiting inside a class initializer, which
 * stops the simulation for good.
 *
 * <p>Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, as the JDK keeps the scheduling of
 * virtual threads to itself. Belongs to the thread that created it, and to the actors.
 */
public final class Simulation implements AutoCloseable {

  /** The wall time at which every simulation begins. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** The maximum time of a {@link #call}. */
  public static final Duration CALL_MAX = Duration.ofHours(1);

  private static final Duration MONITOR_PATIENCE = Duration.ofSeconds(5);

  /** More steps than this without any time passing are taken for an endless loop. */
  static final int STEPS_AT_ONE_MOMENT_MAX = 1_000_000;

  private final long seed;
  private final RandomGenerator order;
  private final History history = new History(this::elapsed);
  private final Stage stage;
  private final AlarmQueue events = new AlarmQueue();
  private final Map<String, SimulatedNodeClock> clocks = new HashMap<>();
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private long nowNanos;
  private long steps;
  private int stepsAtThisMoment;
  private int randoms;
  private int actors;

  /**
   * A world without nodes.
   *
   * @throws IllegalStateException where the JDK was started without the flag above
   */
  public Simulation(long seed) {
    this(seed, MONITOR_PATIENCE);
  }

  /** As above; waits so long, by the real clock, for a monitor that an actor wants. */
  Simulation(long seed, Duration monitorPatience) {
    this.seed = seed;
    this.order = random("order");
    this.stage = new Stage(seed, history, monitorPatience);
  }

  /** The seed, by which a history can be repeated. */
  public long seed() {
    return seed;
  }

  /**
   * Starts a process on a machine, on which none runs. The machine's clock lives on from one
   * process to the next.
   */
  public SimulatedNode node(String name) {
    if (nodes.stream().anyMatch(node -> node.name().equals(name))) {
      throw new IllegalStateException("node: " + name + " (expected: a name of no node that runs)");
    }
    SimulatedNodeClock clock = clocks.computeIfAbsent(name, any -> newClock(name));
    SimulatedNode node = new SimulatedNode(this, name, clock);
    nodes.add(node);
    return node;
  }

  /** The true time since {@link #START}, which no node knows. */
  public Duration elapsed() {
    return Duration.ofNanos(nowNanos);
  }

  /** A clock that is right. */
  public InstantSource clock() {
    return () -> START.plusNanos(nowNanos);
  }

  /**
   * Returns a separate source of chance, so that the draws of one part of a test leave the others
   * alone.
   */
  public RandomGenerator random(String purpose) {
    return new SplittableRandom(History.mix(History.mix(seed, purpose.hashCode()), randoms++));
  }

  /**
   * Lets something happen to the world, such as a crash of a node. It belongs to no node, and must
   * not block.
   *
   * @param delay in true time
   */
  public Alarm after(Duration delay, Runnable event) {
    return events.add(Math.addExact(nowNanos, nanos(delay)), event);
  }

  /**
   * Runs until nothing is left to do: every actor has ended, or waits for an event that never
   * comes.
   *
   * @param atMost the true time in which that must happen
   * @throws SimulationException where it takes longer, and as {@link #runFor}
   */
  public void run(Duration atMost) {
    long deadlineNanos = Math.addExact(nowNanos, nanos(atMost));
    while (step(deadlineNanos)) {}
    if (nextNanos() != Long.MAX_VALUE) {
      throw stage.failed("there is still something to do after " + atMost);
    }
  }

  /**
   * Runs for a while.
   *
   * @param duration in true time
   * @throws SimulationException where an actor ended by an exception, waited as no actor should, or
   *     loops for ever
   */
  public void runFor(Duration duration) {
    long deadlineNanos = Math.addExact(nowNanos, nanos(duration));
    while (step(deadlineNanos)) {}
    passTo(deadlineNanos);
  }

  /**
   * Runs until a condition holds. It is looked at after every step.
   *
   * @param atMost how long, in true time
   */
  public boolean runUntil(BooleanSupplier condition, Duration atMost) {
    long deadlineNanos = Math.addExact(nowNanos, nanos(atMost));
    while (!condition.getAsBoolean()) {
      if (!step(deadlineNanos)) {
        passTo(deadlineNanos);
        return condition.getAsBoolean();
      }
    }
    return true;
  }

  /**
   * Runs until an actor has done one thing.
   *
   * @param node whose actor does it
   * @param task its work, which takes at most {@link #CALL_MAX}
   * @throws SimulationException where it takes longer, and as {@link #runFor}
   */
  public <T> T call(SimulatedNode node, Callable<T> task) {
    CompletableFuture<T> answer = node.call(task);
    if (!runUntil(answer::isDone, CALL_MAX)) {
      throw stage.failed("a call has not ended after " + CALL_MAX);
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /** Returns the history of the simulation. */
  public History history() {
    return history;
  }

  /** The number of times that an actor went on or an alarm rang so far. */
  public long steps() {
    return steps;
  }

  /**
   * Crashes all nodes, so that nothing of the simulation stays in memory. Repeating it changes
   * nothing.
   */
  @Override
  public void close() {
    List.copyOf(nodes).forEach(SimulatedNode::crash);
    events.clear();
  }

  Stage stage() {
    return stage;
  }

  long nowNanos() {
    return nowNanos;
  }

  int nextActor() {
    return actors++;
  }

  void remove(SimulatedNode node) {
    nodes.remove(node);
  }

  private SimulatedNodeClock newClock(String name) {
    long origin = random("clock of " + name).nextLong(Duration.ofDays(100).toNanos());
    return new SimulatedNodeClock(this::nowNanos, origin);
  }

  private boolean step(long deadlineNanos) {
    stage.check();
    if (!takeTurn() && !ring(deadlineNanos)) {
      return false;
    }
    stage.check();
    steps++;
    if (++stepsAtThisMoment > STEPS_AT_ONE_MOMENT_MAX) {
      throw stage.failed("an endless loop: " + STEPS_AT_ONE_MOMENT_MAX + " steps in no time");
    }
    return true;
  }

  private boolean takeTurn() {
    int ready = 0;
    for (SimulatedNode node : nodes) {
      ready += node.ready();
    }
    if (ready == 0) {
      return false;
    }
    int chosen = order.nextInt(ready);
    for (SimulatedNode node : nodes) {
      if (chosen < node.ready()) {
        take(node.take(chosen));
        return true;
      }
      chosen -= node.ready();
    }
    throw new IllegalStateException("ready: " + ready + " (expected: as many turns)");
  }

  private void take(Turn turn) {
    Actor actor = turn.actor();
    history.record(actor.number(), actor::toString);
    stage.perform(turn);
    actor.node().tidy(actor);
  }

  private boolean ring(long deadlineNanos) {
    long next = nextNanos();
    if (next == Long.MAX_VALUE || next > deadlineNanos) {
      return false;
    }
    passTo(next);
    if (events.nextNanos() <= nowNanos) {
      history.record(0, () -> "event");
      ringEvent();
      return true;
    }
    for (SimulatedNode node : nodes) {
      if (node.nextNanos() <= nowNanos) {
        history.record(1, () -> "alarm of " + node);
        node.ring();
        return true;
      }
    }
    throw new IllegalStateException("next: " + next + " (expected: an alarm then)");
  }

  private void ringEvent() {
    try {
      events.ring();
    } catch (RuntimeException | AssertionError e) {
      throw stage.failed("an event failed: " + e, e);
    }
  }

  private long nextNanos() {
    long next = events.nextNanos();
    for (SimulatedNode node : nodes) {
      next = Math.min(next, node.nextNanos());
    }
    return next;
  }

  private void passTo(long nanos) {
    if (nanos > nowNanos) {
      nowNanos = nanos;
      stepsAtThisMoment = 0;
    }
  }

  static long nanos(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration: " + duration + " (expected: not negative)");
    }
    return duration.toNanos();
  }
}
