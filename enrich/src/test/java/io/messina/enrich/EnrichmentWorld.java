package io.messina.enrich;

import io.messina.enrich.EnrichmentOptions.Buffer;
import io.messina.enrich.EnrichmentOptions.Cache;
import io.messina.enrich.EnrichmentOptions.Permits;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A shard of events, its enrichment, and a database that fails; processes that crash, or are taken
 * for dead and go on. After the harm follows a calm, in which everything has to be finished.
 */
final class EnrichmentWorld {

  static final int KEYS = 6;
  private static final int EVENTS = 150;
  private static final Duration HARM = Duration.ofSeconds(40);
  private static final Duration CALM = Duration.ofSeconds(60);

  final Simulation simulation;
  final RandomGenerator random;
  final EnrichmentOptions options;
  final Journal enricher;
  final StateTable table;
  final List<Edit> log = new ArrayList<>();
  final Map<Long, FailedEvent<String, List<Edit>>> letters = new TreeMap<>();
  final List<List<Edit>> outputs = new ArrayList<>();
  final List<String> wrong = new ArrayList<>();
  final EnrichmentCounts seen = new EnrichmentCounts();
  long committed = 1;
  int epoch;
  int zombies;
  final Set<Long> redriven = new HashSet<>();
  boolean calm;
  private SimulatedNode node;
  private SimulatedShell shell;
  private final List<SimulatedShell> shells = new ArrayList<>();

  EnrichmentWorld(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("world");
    this.options = options(random);
    this.enricher = new Journal(random.nextBoolean() ? OutputsPer.EVENT : OutputsPer.ROUND);
    this.table = new StateTable(random.nextBoolean());
    this.node = simulation.node("node-0");
    this.shell = new SimulatedShell(this, node);
  }

  private static EnrichmentOptions options(RandomGenerator random) {
    int permits = 1 + random.nextInt(6);
    List<Cache> caches =
        List.of(
            Cache.DEFAULT,
            Cache.NONE,
            new Cache(Duration.ofSeconds(3), 1 << 20),
            new Cache(Duration.ofSeconds(30), 600));
    List<Duration> delays = List.of(Duration.ofMillis(100), Duration.ofMillis(500));
    return EnrichmentOptions.DEFAULT
        .permits(new Permits(1 + random.nextInt(permits), permits, Duration.ofMillis(500)))
        .retry(new RequestRetries(1 + random.nextInt(6), delays, 0.2))
        .buffer(
            new Buffer(
                random.nextBoolean() ? 1 << 20 : 500,
                1 + random.nextInt(20),
                random.nextBoolean() ? KeyFull.BLOCK : KeyFull.DEAD_LETTER,
                1 + random.nextInt(10)))
        .cache(caches.get(random.nextInt(caches.size())));
  }

  /** Runs all of it, and says what is wrong. */
  List<String> run() {
    start();
    for (int i = 0; i < EVENTS; i++) {
      boolean fails = random.nextInt(30) == 0;
      int id = i;
      simulation.after(upTo(HARM), () -> append(id, key(), fails));
    }
    for (int i = 0; i < 10; i++) {
      simulation.after(upTo(HARM), this::redrive);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      simulation.after(upTo(HARM), this::takeOver);
    }
    simulation.runFor(HARM);
    calm = true;
    simulation.runFor(CALM);
    redrive();
    simulation.runFor(CALM);
    shells.forEach(SimulatedShell::note);
    check();
    return wrong;
  }

  private void start() {
    shell = new SimulatedShell(this, node);
    shells.add(shell);
    shell.start();
  }

  /** Half of the events are of one key. */
  private String key() {
    return "key-" + (random.nextBoolean() ? 0 : random.nextInt(KEYS));
  }

  private Duration upTo(Duration most) {
    return Duration.ofNanos(random.nextLong(most.toNanos()));
  }

  private void append(int id, String key, boolean fails) {
    log.add(new Edit(key, id, lastPosition() + 1 + random.nextInt(2), fails));
    shell.wake();
  }

  long lastPosition() {
    return log.isEmpty() ? 0 : log.get(log.size() - 1).position();
  }

  /** Appends anew what was not applied, once no process will read the event itself again. */
  private void redrive() {
    for (FailedEvent<String, List<Edit>> letter : List.copyOf(letters.values())) {
      if (letter.applied() == Applied.NO && letter.position() < committed) {
        letters.remove(letter.position());
        redriven.add(letter.position());
        letter.event().forEach(edit -> append(edit.id(), edit.key(), false));
      }
    }
  }

  /** Another process becomes the owner; the former one has crashed, stands still, or goes on. */
  private void takeOver() {
    SimulatedNode former = node;
    switch (random.nextInt(3)) {
      case 0 -> former.crash();
      case 1 -> {
        zombies++;
        former.suspend(Suspension.PROCESS);
        simulation.after(upTo(Duration.ofSeconds(5)), former::resume);
        simulation.after(Duration.ofSeconds(8), former::crash);
      }
      default -> {
        zombies++;
        simulation.after(upTo(Duration.ofSeconds(5)), former::crash);
      }
    }
    epoch++;
    node = simulation.node("node-" + epoch);
    start();
  }

  private void check() {
    if (shell.status().keysBusy() > 0) {
      wrong.add("still busy after the calm: " + shell.status());
    }
    if (committed <= lastPosition()) {
      wrong.add("still busy after the calm: committed only " + committed);
    }
    Set<Long> shown = new HashSet<>();
    outputs.forEach(output -> output.forEach(edit -> shown.add(edit.position())));
    for (int i = 0; i < KEYS; i++) {
      checkState(table.state("key-" + i));
    }
    for (Edit edit : log) {
      boolean applied = table.state(edit.key()).contains(edit);
      checkEvent(edit, applied, letters.get(edit.position()));
      if (applied && !shown.contains(edit.position()) && !letters.containsKey(edit.position())) {
        wrong.add("no output: " + edit);
      }
    }
  }

  private void checkState(List<Edit> state) {
    Set<Integer> ids = new HashSet<>();
    long last = 0;
    for (Edit edit : state) {
      if (!ids.add(edit.id())) {
        wrong.add("applied twice: " + edit);
      }
      if (edit.position() < last) {
        wrong.add("applied out of order: " + edit);
      }
      last = edit.position();
    }
  }

  private void checkEvent(Edit edit, boolean applied, @Nullable FailedEvent<?, ?> letter) {
    boolean again = redriven.contains(edit.position());
    if (applied && (again || (letter != null && letter.applied() == Applied.NO))) {
      wrong.add("set aside, but applied: " + edit);
    }
    if (!applied && !again && letter == null) {
      wrong.add("lost: " + edit);
    }
  }

  /** The rows of a database, fenced by one of the two rules of {@link KeyedStateClient}. */
  static final class StateTable {

    private final boolean byTimestamp;
    private final Map<String, Stored> rows = new TreeMap<>();

    StateTable(boolean byTimestamp) {
      this.byTimestamp = byTimestamp;
    }

    private record Stored(StateRow<List<Edit>> row, long timestamp) {}

    boolean isComparing() {
      return !byTimestamp;
    }

    @Nullable StateRow<List<Edit>> read(String key) {
      Stored stored = rows.get(key);
      return stored == null ? null : stored.row();
    }

    List<Edit> state(String key) {
      StateRow<List<Edit>> row = read(key);
      List<Edit> state = row == null ? null : row.state();
      return state == null ? List.of() : state;
    }

    WriteResult write(
        String key,
        @Nullable StateRow<List<Edit>> expected,
        StateRow<List<Edit>> row,
        long timestamp) {
      Stored stored = rows.get(key);
      if (byTimestamp) {
        if (stored == null || timestamp > stored.timestamp()) {
          rows.put(key, new Stored(row, timestamp));
        }
        return WriteResult.APPLIED;
      }
      if (!version(stored == null ? null : stored.row()).equals(version(expected))) {
        return WriteResult.CONFLICT;
      }
      rows.put(key, new Stored(row, timestamp));
      return WriteResult.APPLIED;
    }

    private static String version(@Nullable StateRow<List<Edit>> row) {
      return row == null ? "" : row.version();
    }
  }
}
