package io.messina.stream.cluster;

import io.messina.runtime.RequestException;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.stream.SimulatedSites;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.SimulatedPeers;
import io.messina.stream.testkit.Wire;
import io.messina.stream.testkit.WireFaults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Members that add and remove rows one after the other, while members come and go, do not reach
 * each other, and have clocks that are wrong.
 */
final class ClockWorld implements AutoCloseable {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<String> VALUE = Column.ofText("value");
  private static final Table ROWS = Table.plain("rows").partitionedBy(NAME).columns(VALUE).build();

  private static final int MEMBERS = 3;
  private static final int TRIALS = 12;
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SETTLED = Duration.ofSeconds(10);
  private static final Duration AHEAD = Duration.ofMinutes(1);

  final Simulation simulation;
  private final SimulatedStore stores;
  private final RandomGenerator random;
  final Wire<ShardService> wire;
  private final Mistake mistake;
  private final boolean isPushed;
  final List<Member> members = new ArrayList<>();

  /** How many rows were added and removed, and added again, at least one of them elsewhere. */
  int whole;

  /** What goes wrong on purpose. */
  enum Mistake {
    NONE,
    /** A removal takes the time of its member's clock. */
    NO_ROUND,
    /** A new member adds before it has asked the others for their clocks. */
    DOES_NOT_JOIN
  }

  /**
   * A world.
   *
   * @param isPushed whether clocks are pushed ahead, and members end as they should; or they crash,
   *     with clocks that agree within half a second
   */
  ClockWorld(long seed, Mistake mistake, boolean isPushed) {
    this.simulation = new Simulation(seed);
    this.stores = new SimulatedStore(simulation);
    this.random = simulation.random("clocks");
    this.wire = new Wire<>(simulation);
    this.mistake = mistake;
    this.isPushed = isPushed;
    stores.direct().create(ROWS);
    for (int i = 0; i < MEMBERS; i++) {
      members.add(new Member("member" + i));
    }
  }

  /** Runs a history, and returns what is wrong in the end. */
  Optional<String> run() {
    wire.faults(new WireFaults(0.01, 0.01, 0, Duration.ofMillis(5), Duration.ofSeconds(1)));
    for (int i = 0; i < TRIALS; i++) {
      harm();
      Optional<String> wrong = trial("row" + i);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private Optional<String> trial(String name) {
    Member first = any();
    Member second = any();
    Member third = any();
    if (!first.add(name)) {
      return Optional.empty();
    }
    pause();
    if (!second.remove(name)) {
      return Optional.empty();
    }
    if (isThere(name)) {
      return Optional.of(name + ": added at " + first + ", there after its removal at " + second);
    }
    pause();
    if (!third.add(name)) {
      return Optional.empty();
    }
    whole += first == second && second == third ? 0 : 1;
    return isThere(name)
        ? Optional.empty()
        : Optional.of(name + ": removed at " + second + ", added at " + third + ", not there");
  }

  private Member any() {
    return members.get(random.nextInt(MEMBERS));
  }

  private void pause() {
    simulation.runFor(random.nextInt(3) == 0 ? LEAST : Duration.ofMillis(random.nextInt(3_000)));
  }

  /** One that has left goes on through one trial, then it is started again before others end. */
  private void harm() {
    Optional<Member> gone = members.stream().filter(member -> member.left).findAny();
    if (gone.isPresent()) {
      gone.get().endAndBegin();
      return;
    }
    Member harmed = any();
    Duration length = Duration.ofMillis(random.nextInt(9_000));
    switch (random.nextInt(7)) {
      case 0, 1 -> harmed.endAndBegin();
      case 2 -> harmed.push();
      case 5 -> harmed.handOver();
      case 3 -> {
        Member other = any();
        wire.cut(harmed.name, other.name);
        simulation.after(length, wire::reconnect);
      }
      case 4 -> harmed.suspend(length);
      default -> simulation.runFor(length);
    }
  }

  boolean isThere(String name) {
    return stores.direct().get(key(name)).isPresent();
  }

  private static PartitionKey partition(String name) {
    return ROWS.partition(NAME.of(name));
  }

  private static RowKey key(String name) {
    return partition(name).row();
  }

  @Override
  public void close() {
    simulation.close();
  }

  /** A machine, and the process that runs on it. */
  final class Member {

    final String name;
    SimulatedNode node;

    /** Why the last request failed. */
    Optional<RequestException> failure = Optional.empty();

    private @Nullable Streams streams;
    private boolean left;

    Member(String name) {
      this.name = name;
      begin();
    }

    private void begin() {
      SimulatedNode here = simulation.node(name);
      node = here;
      streams = null;
      left = false;
      here.clock().step(Duration.ofMillis(random.nextInt(500) - 250));
      here.spawn("main", () -> streams = start(here));
      simulation.runUntil(() -> streams != null, PATIENCE);
    }

    private Streams start(SimulatedNode here) {
      Streams started =
          Streams.start(
              new NodeSite(
                  SimulatedSites.context(stores.at(here), here, "streams"),
                  new SimulatedPeers(here, wire),
                  "cluster",
                  name,
                  OwnershipOptions.DEFAULT,
                  NodeLimits.DEFAULT));
      wire.serve(here, started.service());
      return started;
    }

    void endAndBegin() {
      if (isPushed) {
        var _ = ask(running -> close(running));
      }
      if (!node.isCrashed()) {
        node.crash();
      }
      begin();
    }

    private static boolean close(Streams running) {
      running.close();
      return true;
    }

    /** It goes on with the requests that it gets until it ends. */
    void handOver() {
      if (isPushed) {
        simulation.runFor(SETTLED); // what nobody else knows yet would be lost
        left = true;
        var _ =
            ask(
                running -> {
                  running.handOver();
                  return true;
                });
      }
    }

    void push() {
      if (isPushed) {
        long ahead = AHEAD.toNanos() / 1_000;
        var _ =
            ask(
                running -> {
                  running.clocks().observe(running.timestamps().next() + ahead);
                  return true;
                });
      }
    }

    void suspend(Duration length) {
      SimulatedNode suspended = node;
      if (!isPushed && !suspended.isSuspended() && !suspended.isCrashed()) {
        suspended.suspend(Suspension.PROCESS);
        simulation.after(length, suspended::resume);
      }
    }

    boolean add(String row) {
      return ask(
          running -> {
            long timestamp =
                mistake == Mistake.DOES_NOT_JOIN
                    ? running.timestamps().next()
                    : running.clocks().next();
            write(PlainBatch.in(partition(row), timestamp).put(Row.of(key(row), VALUE.of("x"))));
            return true;
          });
    }

    boolean remove(String row) {
      return ask(
          running -> {
            long timestamp =
                mistake == Mistake.NO_ROUND
                    ? running.timestamps().next()
                    : running.clocks().aboveAll();
            write(PlainBatch.in(partition(row), timestamp).delete(key(row)));
            return true;
          });
    }

    private void write(PlainBatch.Builder batch) {
      Store store = stores.at(node);
      store.write(batch.build());
    }

    /** Whether it was done and answered. */
    private boolean ask(Function<Streams, Boolean> request) {
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      SimulatedNode asked = node;
      asked.spawn(
          "user",
          () -> {
            try {
              Streams running = streams;
              answer.complete(running != null && request.apply(running));
            } catch (RequestException e) {
              failure = Optional.of(e);
              answer.complete(false);
            }
          });
      simulation.runUntil(answer::isDone, PATIENCE);
      return answer.getNow(false);
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
