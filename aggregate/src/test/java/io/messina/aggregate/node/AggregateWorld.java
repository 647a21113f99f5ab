package io.messina.aggregate.node;

import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Commit;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One history of an aggregate in a cluster: producers, machines that crash, hang, are cut off, lose
 * their disks and come back, a store and a place for snapshots with every fault; in some histories
 * the stream drops what nobody has read for long. Then calm, until all is read, and a look at the
 * answer.
 */
final class AggregateWorld implements AutoCloseable {

  static final StreamName CLICKS = new StreamName("clicks");
  static final StreamName MEMBERS = new StreamName("members");
  static final int SHARDS = 2;
  private static final int KEYS = 4;
  private static final int PRODUCERS = 2;
  private static final int EVENTS_EACH = 25;
  private static final int HARMS = 12;
  private static final int SLICES_BETWEEN = 6;
  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration CALM = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofSeconds(90);

  final Simulation simulation;
  final RandomGenerator random;
  final SimulatedStore stores;
  final SimulatedPlace place;
  final AggregateLedger ledger = new AggregateLedger();
  final Path disks;
  final StreamOptions options;
  final boolean drops;
  final boolean rekeyed;
  private final WatchedNotes notes;
  private final List<AggregateMachine> machines = new ArrayList<>();
  private final List<Producer> producers = new ArrayList<>();
  private List<String> wrong = List.of("nothing was looked at");
  private final Tally tally = new Tally();

  /** What happened in a history. */
  static final class Tally {

    long restored;
    long published;
    long incomplete;
    long readAgain;
    long quarantined;

    void add(Tally other) {
      restored += other.restored;
      published += other.published;
      incomplete += other.incomplete;
      readAgain += other.readAgain;
      quarantined += other.quarantined;
    }

    @Override
    public String toString() {
      return "%d restored, %d published, %d incomplete, %d read again, %d quarantined"
          .formatted(restored, published, incomplete, readAgain, quarantined);
    }
  }

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param tally what happened
   */
  record Outcome(List<String> wrong, Tally tally) {}

  private AggregateWorld(long seed, boolean rekeyed) {
    this.rekeyed = rekeyed;
    this.simulation = new Simulation(seed);
    this.random = simulation.random("world");
    this.stores = new SimulatedStore(simulation);
    this.place = new SimulatedPlace(simulation);
    this.notes = new WatchedNotes(place);
    this.drops = !rekeyed && seed % 3 == 0;
    StreamOptions kept = StreamOptions.DEFAULT.shards(SHARDS).deduplicate(Duration.ofDays(1));
    this.options = drops ? kept.retention(SHORT) : kept;
    try {
      this.disks = MemoryFolder.create();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Outcome run(long seed) {
    return run(seed, false);
  }

  /** Likewise, where all is counted on other shards than it was appended to. */
  static Outcome runRekeyed(long seed) {
    return run(seed, true);
  }

  private static Outcome run(long seed, boolean rekeyed) {
    try (AggregateWorld world = new AggregateWorld(seed, rekeyed)) {
      return world.run();
    }
  }

  /** What is wrong with a history. */
  static List<String> wrong(long seed) {
    return run(seed).wrong();
  }

  /** The stream that is counted. */
  StreamName counted() {
    return rekeyed ? MEMBERS : CLICKS;
  }

  /** Event time is cut into minutes, and every window is kept. */
  static WindowOptions windows() {
    return new WindowOptions(
        AggregateLedger.MINUTES,
        Duration.ofMinutes(1),
        Duration.ofDays(36_000),
        Duration.ofMinutes(2));
  }

  Tally tally() {
    return tally;
  }

  private Outcome run() {
    for (int i = 0; i < 2; i++) {
      machines.add(new AggregateMachine(this, "node" + i));
    }
    if (!simulation.runUntil(
        () -> machines.stream().anyMatch(machine -> machine.aggregate() != null),
        Duration.ofMinutes(2))) {
      return new Outcome(List.of("the aggregate was not begun"), tally);
    }
    stores.faults(Faults.ROUGH);
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(new Producer("p" + i));
    }
    for (int i = 0; i < HARMS; i++) {
      go(Duration.ofMillis(random.nextLong(200, 30_000)));
      harm(machines.get(random.nextInt(machines.size())));
    }
    stores.faults(Faults.NONE);
    place.calm();
    machines.forEach(AggregateMachine::calm);
    Duration end = simulation.elapsed().plus(CALM);
    while (!wrong.isEmpty() && simulation.elapsed().compareTo(end) < 0) {
      go(Duration.ofSeconds(2));
      if (producers.stream().allMatch(Producer::isDone)) {
        machines.forEach(machine -> look(machine));
      }
    }
    return new Outcome(wrong, tally);
  }

  private void go(Duration duration) {
    Duration end = simulation.elapsed().plus(duration);
    while (simulation.elapsed().compareTo(end) < 0) {
      simulation.runFor(SLICE);
      if (!drops && random.nextInt(SLICES_BETWEEN) == 0) {
        machines.forEach(this::watch);
      }
      machines.forEach(AggregateMachine::restart);
      producers.forEach(Producer::step);
    }
  }

  private void watch(AggregateMachine machine) {
    if (machine.streams() != null && !machine.node().isCrashed()) {
      machine
          .node()
          .spawn(
              "watch",
              () -> {
                try {
                  notes.look(machine);
                } catch (RuntimeException e) {
                  // The store does not answer.
                }
              });
    }
  }

  private void harm(AggregateMachine machine) {
    SimulatedNode node = machine.node();
    Duration length = Duration.ofMillis(random.nextLong(100, 20_000));
    switch (random.nextInt(8)) {
      case 0, 1 -> node.crash();
      case 2 -> suspend(node, Suspension.PROCESS, length);
      case 3 -> suspend(node, Suspension.MACHINE, length);
      case 4 -> stores.silence(length);
      case 5 -> {
        node.crash();
        machine.loseDisk();
        if (drops) {
          place.lose();
        }
      }
      case 6 -> {
        node.crash();
        machine.damageDisk();
      }
      default -> {
        stores.cutOff(node);
        simulation.after(length, () -> stores.reconnect(node));
      }
    }
  }

  private void suspend(SimulatedNode node, Suspension how, Duration length) {
    if (!node.isSuspended() && !node.isCrashed()) {
      node.suspend(how);
      simulation.after(length, node::resume);
    }
  }

  /** Compares the answer of a machine that has all shards with what it should be. */
  private void look(AggregateMachine machine) {
    Aggregate running = machine.aggregate();
    if (running == null || machine.node().isCrashed()) {
      return;
    }
    SimulatedNode node = machine.node();
    node.spawn(
        "look",
        () -> {
          try {
            AggregateAnswer answer =
                running.rows(
                    Instant.EPOCH, Instant.EPOCH.plus(Duration.ofDays(90_000)), _ -> true, 100_000);
            if (answer.missing().isEmpty()) {
              List<String> found = ledger.wrong(answer, drops);
              found.addAll(notes.wrong());
              found.addAll(drops ? List.of() : wrongSnapshots(machine));
              tally.incomplete =
                  answer.rows().stream().filter(AggregateAnswer.Row::incomplete).count();
              wrong = found;
            }
          } catch (RuntimeException e) {
            // A shard is without an owner for a moment.
          }
        });
  }

  /** Whatever the notes name is there and sound, as long as the place loses nothing. */
  private List<String> wrongSnapshots(AggregateMachine machine) {
    List<String> found = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      String note = machine.followed(shard).map(Commit::note).orElse("");
      long newest = ShardSnapshots.newest(note);
      if (newest >= 0) {
        Path target = disks.resolve("restored-" + shard);
        StateFolders.delete(target);
        Optional<ShardSnapshots.Restored> restored;
        try {
          restored = machine.snapshots(shard).restore(note, target);
        } catch (SnapshotException e) {
          throw new IllegalStateException(e); // busy with a sweep; looked at again
        }
        if (restored.isEmpty() || restored.get().skipped() > 0 || restored.get().next() != newest) {
          found.add("snapshot: " + restored + " of " + note);
        }
      }
    }
    return found;
  }

  @Override
  public void close() {
    machines.forEach(AggregateMachine::close);
    simulation.close();
    StateFolders.delete(disks);
  }

  /** Appends its events one after the other, each until it is acknowledged. */
  private final class Producer {

    private final String name;
    private int next;
    private @Nullable SimulatedNode asked;
    private Duration askedAt = Duration.ZERO;
    private @Nullable Event event;

    Producer(String name) {
      this.name = name;
    }

    boolean isDone() {
      return next >= EVENTS_EACH;
    }

    void step() {
      boolean waits =
          asked != null
              && !asked.isCrashed()
              && simulation.elapsed().minus(askedAt).compareTo(Duration.ofSeconds(20)) < 0;
      AggregateMachine machine = machines.get(random.nextInt(machines.size()));
      Streams there = machine.streams();
      boolean rests = random.nextInt(SLICES_BETWEEN) > 0;
      if (isDone() || waits || rests || there == null || machine.node().isCrashed()) {
        return;
      }
      SimulatedNode node = machine.node();
      int number = next;
      asked = node;
      askedAt = simulation.elapsed();
      Event appended = event;
      if (appended == null) {
        appended = event(number, node.clock().instant());
        event = appended;
      }
      Event sent = appended;
      node.spawn("produce", () -> append(there, node, number, sent));
    }

    private Event event(int number, Instant now) {
      return Event.builder(Bytes.utf8(name + "-" + number))
          .key(Bytes.utf8("k" + random.nextInt(KEYS)))
          .time(now.minusMillis(random.nextLong(45_000)))
          .idempotencyKey(name + "-" + number)
          .build();
    }

    private void append(Streams there, SimulatedNode node, int number, Event sent) {
      try {
        var _ = there.stream(CLICKS).append(List.of(sent));
        if (next == number) {
          next++;
          event = null;
          ledger.acknowledged(
              sent.payload().toUtf8(),
              sent.key().orElseThrow().toUtf8(),
              sent.time().orElseThrow());
        }
      } catch (RuntimeException e) {
        // It is tried again, perhaps elsewhere.
      } finally {
        if (node.equals(asked)) {
          asked = null;
        }
      }
    }
  }

  Context context(SimulatedNode node) {
    return new Context(
        stores.at(node), new SimulatedTime(node), node.random(), node.threads("messina"));
  }
}
