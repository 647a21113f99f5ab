package io.messina.aggregate.node;

import static java.util.Objects.requireNonNull;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.node.AggregateMachine.Begun;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.Commit;
import io.messina.stream.testkit.Errand;
import io.messina.stream.testkit.Producer;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

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
  private final SimulatedCluster<Begun> cluster;
  private final Map<SimulatedServer<Begun>, AggregateMachine> machines = new LinkedHashMap<>();
  private final List<Producer<Begun>> producers = new ArrayList<>();
  private List<String> wrong = List.of("nothing was looked at");
  private final Tally tally = new Tally();

  /** What happened in a history. */
  static final class Tally {

    long restored;
    long published;
    long incomplete;
    long readAgain;
    long quarantined;
    boolean ofSeveral;

    void add(Tally other) {
      restored += other.restored;
      published += other.published;
      incomplete += other.incomplete;
      readAgain += other.readAgain;
      quarantined += other.quarantined;
      ofSeveral |= other.ofSeveral;
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
    this.cluster = new SimulatedCluster<>(simulation, stores, random, SLICE);
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
      AggregateMachine machine = new AggregateMachine(this, "node" + i);
      machines.put(cluster.start("node" + i, machine::begin), machine);
    }
    if (!cluster.hasBegun()) {
      return new Outcome(List.of("the aggregate was not begun"), tally);
    }
    for (int i = 0; i < PRODUCERS; i++) {
      String name = "p" + i;
      producers.add(
          new Producer<>(
              cluster,
              CLICKS,
              EVENTS_EACH,
              (number, server) -> event(name + "-" + number, server.node().clock().instant()),
              ledger::acknowledged));
    }
    Errand<Begun> watch = cluster.errand("watch", CALM, server -> notes.look(server.program()));
    Errand<Begun> read =
        cluster.errand("read", CALM, server -> ledger.closed(answer(server.program())));
    if (!drops) {
      cluster.use(SLICES_BETWEEN, () -> watch.ask(cluster.any()));
      cluster.use(SLICES_BETWEEN, () -> read.ask(cluster.any()));
    }
    producers.forEach(producer -> cluster.use(SLICES_BETWEEN, producer::step));
    cluster.harm(HARMS, Duration.ofSeconds(30), this::harm);
    place.calm();
    if (cluster.goUntil(() -> producers.stream().allMatch(Producer::isDone), CALM)) {
      Errand<Begun> look = cluster.errand("look", CALM, server -> look(server.program()));
      cluster.use(SLICES_BETWEEN, () -> look.ask(cluster.any()));
      boolean _ = cluster.goUntil(() -> wrong.isEmpty(), CALM);
    }
    return new Outcome(wrong, tally);
  }

  private Event event(String payload, Instant now) {
    return Event.builder(Bytes.utf8(payload))
        .key(Bytes.utf8("k" + random.nextInt(KEYS)))
        .time(now.minusMillis(random.nextLong(45_000)))
        .idempotencyKey(payload)
        .build();
  }

  /** As any server is harmed, or by what befalls its disk. */
  private void harm(SimulatedServer<Begun> server) {
    AggregateMachine machine = requireNonNull(machines.get(server));
    switch (random.nextInt(8)) {
      case 0 -> {
        server.node().crash();
        machine.loseDisk();
        if (drops) {
          place.lose();
          ledger.placeLost();
        }
      }
      case 1 -> {
        server.node().crash();
        machine.damageDisk();
      }
      default -> server.harm(random, Duration.ofSeconds(20));
    }
  }

  private static AggregateAnswer answer(Begun begun) {
    return begun
        .aggregate()
        .rows(Instant.EPOCH, Instant.EPOCH.plus(Duration.ofDays(90_000)), GroupFilter.ANY, 100_000);
  }

  /** Compares the answer of any server with what it should be. */
  private void look(Begun begun) {
    AggregateAnswer answer = answer(begun);
    if (answer.missing().isEmpty()) {
      tally.ofSeveral |= begun.owned() < SHARDS;
      if (!drops) {
        ledger.closed(answer);
      }
      List<String> found = ledger.wrong(answer, drops);
      found.addAll(notes.wrong());
      found.addAll(drops ? List.of() : wrongSnapshots(begun));
      tally.incomplete = answer.rows().stream().filter(AggregateAnswer.Row::incomplete).count();
      wrong = found;
    }
  }

  /** Of the folder of a shard, on a disk and in the place. */
  String prefix(int shard) {
    return "all.1~1/" + counted() + "~1/" + shard;
  }

  /** Whatever the notes name is there and sound, as long as the place loses nothing. */
  private List<String> wrongSnapshots(Begun begun) {
    List<String> found = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      String note = begun.followed(shard).map(Commit::note).orElse("");
      long newest = ShardSnapshots.newest(note);
      if (newest >= 0) {
        Path target = disks.resolve("restored-" + shard);
        StateFolders.delete(target);
        Optional<ShardSnapshots.Restored> restored;
        try {
          restored = begun.snapshots(shard).restore(note, target);
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
    machines.values().forEach(AggregateMachine::end);
    simulation.close();
    StateFolders.delete(disks);
  }

  /** What was acknowledged, and what an answer should say of it. */
  static final class AggregateLedger {

    static final Windows MINUTES = Windows.tumbling(Duration.ofMinutes(1));

    private final Map<String, List<String>> rows = new TreeMap<>();

    /** By machine and shard: what is on its disk for certain. */
    private final Map<String, Long> flushed = new HashMap<>();

    /** The events of each row, as it was closed last. */
    private final Map<String, List<String>> closed = new HashMap<>();

    private final List<String> wentBack = new ArrayList<>();
    private boolean placeLost;

    void acknowledged(Event event) {
      Window window = MINUTES.of(event.time().orElseThrow().toEpochMilli()).getFirst();
      rows.computeIfAbsent(row(window, event.key().orElseThrow()), any -> new ArrayList<>())
          .add(event.payload().toUtf8());
    }

    void flushed(String machine, int shard, long next) {
      flushed.put(machine + "/" + shard, next);
    }

    /** A state that was removed from a disk, as a snapshot reached further, is read again. */
    void placeLost() {
      placeLost = true;
    }

    void diskLost(String machine) {
      flushed.keySet().removeIf(place -> place.startsWith(machine + "/"));
    }

    void added(String machine, StoredEvent event) {
      long position = event.id().position().packed();
      long least = flushed.getOrDefault(machine + "/" + event.id().shard(), 0L);
      if (position < least && !placeLost) {
        wentBack.add(
            "went back: %s reads %s again, and had flushed up to %d"
                .formatted(machine, event.id().position(), least));
      }
    }

    /** A row that is closed has all that it ever had when it was; what is late may come to it. */
    void closed(AggregateAnswer answer) {
      for (AggregateAnswer.Row row : answer.rows()) {
        if (row.last() && !row.incomplete()) {
          String name = row(row.window(), row.group());
          List<String> now = List.of(row.part().toUtf8().split(" "));
          List<String> less = new ArrayList<>(closed.getOrDefault(name, List.of()));
          now.forEach(less::remove);
          if (!less.isEmpty()) {
            wentBack.add("closed: " + less + " are gone from " + name);
          }
          closed.put(name, now);
        }
      }
    }

    private static String row(Window window, Bytes key) {
      return window + " " + key.toUtf8();
    }

    /** What is wrong with an answer; incomplete rows may lack events, but have no others. */
    List<String> wrong(AggregateAnswer answer, boolean mayLack) {
      List<String> found = new ArrayList<>(wentBack);
      Map<String, AggregateAnswer.Row> there = new TreeMap<>();
      answer.rows().forEach(row -> there.put(row(row.window(), row.group()), row));
      there.forEach((name, row) -> compare(name, row, mayLack, found));
      if (!mayLack) {
        rows.keySet().stream()
            .filter(name -> !there.containsKey(name))
            .forEach(name -> found.add("lost: all of " + name));
      }
      return found;
    }

    private void compare(
        String name, AggregateAnswer.Row row, boolean mayLack, List<String> found) {
      List<String> counted = new ArrayList<>(List.of(row.part().toUtf8().split(" ")));
      List<String> due = new ArrayList<>(rows.getOrDefault(name, List.of()));
      Collections.sort(counted);
      Collections.sort(due);
      List<String> more = new ArrayList<>(counted);
      due.forEach(more::remove);
      List<String> less = new ArrayList<>(due);
      counted.forEach(less::remove);
      if (!more.isEmpty()) {
        found.add("doubled: " + more + " in " + name);
      }
      if (!less.isEmpty() && !row.incomplete()) {
        found.add((mayLack ? "not called incomplete: " : "lost: ") + less + " in " + name);
      }
      if (row.incomplete() && !mayLack) {
        found.add("incomplete without need: " + name);
      }
    }
  }

  /**
   * Looks at the notes of shards, which name what is there, and never an earlier snapshot again.
   */
  static final class WatchedNotes {

    private final SimulatedPlace place;
    private final Map<Integer, Long> newest = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    WatchedNotes(SimulatedPlace place) {
      this.place = place;
    }

    List<String> wrong() {
      return wrong;
    }

    /** Looks by way of a server, in one of its threads. */
    void look(AggregateMachine.Begun begun) {
      for (int shard = 0; shard < AggregateWorld.SHARDS; shard++) {
        long before = newest.getOrDefault(shard, -1L);
        Optional<String> note = begun.followed(shard).map(Commit::note);
        if (note.isPresent()) {
          look(begun, shard, note.get(), before);
        }
      }
    }

    private void look(AggregateMachine.Begun begun, int shard, String note, long before) {
      long next = ShardSnapshots.newest(note);
      if (next < before) {
        wrong.add("note went back: shard %d from %d to %s".formatted(shard, before, note));
      }
      newest.merge(shard, next, Math::max);
      List<String> missing = place.missing(begun.prefix(shard), note);
      // A note that was replaced meanwhile may name what is swept.
      if (!missing.isEmpty() && begun.followed(shard).map(Commit::note).equals(Optional.of(note))) {
        wrong.add("named: shard %d misses %s of %s".formatted(shard, missing, note));
      }
    }
  }
}
