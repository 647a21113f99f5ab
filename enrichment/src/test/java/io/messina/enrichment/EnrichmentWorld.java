package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrich.Applied;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.RequestRetries;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.EventPage;
import io.messina.stream.testkit.SimulatedServer;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One history of an enrichment in a cluster: producers, nodes that crash, hang, are cut off and
 * come back, a store with every fault; then calm, until all is applied, and a look at what came of
 * it.
 */
final class EnrichmentWorld {

  private static final StreamName EDITS = new StreamName("edits");
  private static final StreamName OUT = new StreamName("out");
  private static final int SHARDS = 2;
  private static final int KEYS = 4;
  private static final int PRODUCERS = 2;
  private static final int EVENTS_EACH = 12;
  private static final int HARMS = 12;
  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration CALM = Duration.ofMinutes(4);

  private final Simulation simulation;
  private final RandomGenerator random;
  private final SimulatedStore stores;
  private final EnrichmentJob<String> job;
  private final List<SimulatedServer<Enrichment<String>>> servers = new ArrayList<>();
  private final Set<SimulatedNode> looking = new HashSet<>();
  private final List<Producer> producers = new ArrayList<>();
  private boolean created;
  private List<String> wrong = List.of("nothing was looked at");
  private int replayed;
  private int letters;

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param replayed how many events were read again that a state included
   * @param letters how many events were set aside
   */
  record Outcome(List<String> wrong, int replayed, int letters) {}

  private EnrichmentWorld(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("world");
    this.stores = new SimulatedStore(simulation);
    RequestRetries retry =
        new RequestRetries(
            random.nextBoolean() ? 100 : 2,
            List.of(Duration.ofMillis(100), Duration.ofMillis(500)),
            0.2);
    this.job =
        new EnrichmentJob<>(
            new Collecting(payload -> payload.endsWith("bad"), OUT),
            States.inStore(Collecting.CODEC),
            EnrichmentOptions.DEFAULT
                .permits(new EnrichmentOptions.Permits(2, 2, Duration.ofSeconds(3)))
                .retry(retry),
            1);
  }

  static Outcome run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      return new EnrichmentWorld(simulation).run();
    }
  }

  /** What is wrong with a history. */
  static List<String> wrong(long seed) {
    return run(seed).wrong();
  }

  private Outcome run() {
    int nodes = random.nextInt(1, 3);
    for (int i = 0; i < nodes; i++) {
      servers.add(new SimulatedServer<>(simulation, stores, "node" + i, this::begin));
    }
    if (!simulation.runUntil(() -> created, Duration.ofMinutes(2))) {
      return new Outcome(List.of("the streams were not created"), 0, 0);
    }
    stores.faults(Faults.ROUGH);
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(new Producer("p" + i));
    }
    for (int i = 0; i < HARMS; i++) {
      go(Duration.ofMillis(random.nextLong(200, 20_000)));
      servers.get(random.nextInt(servers.size())).harm(random);
    }
    stores.faults(Faults.NONE);
    servers.forEach(SimulatedServer::calm);
    Duration end = simulation.elapsed().plus(CALM);
    while (producers.stream().anyMatch(producer -> !producer.isDone())
        && simulation.elapsed().compareTo(end) < 0) {
      go(SLICE);
    }
    if (producers.stream().anyMatch(producer -> !producer.isDone())) {
      return new Outcome(List.of("nothing can be appended in the calm"), 0, 0);
    }
    while (!wrong.isEmpty() && simulation.elapsed().compareTo(end) < 0) {
      look();
      go(Duration.ofSeconds(2));
    }
    // What is late must change nothing either.
    if (wrong.isEmpty()) {
      go(Duration.ofMinutes(3));
      wrong = List.of("nothing was looked at once more");
      end = simulation.elapsed().plus(CALM);
      while (wrong.size() == 1
          && wrong.getFirst().startsWith("nothing")
          && simulation.elapsed().compareTo(end) < 0) {
        look();
        go(Duration.ofSeconds(2));
      }
    }
    return new Outcome(wrong, replayed, letters);
  }

  private void go(Duration duration) {
    Duration end = simulation.elapsed().plus(duration);
    while (simulation.elapsed().compareTo(end) < 0) {
      simulation.runFor(SLICE);
      servers.forEach(SimulatedServer::restart);
      producers.forEach(Producer::step);
    }
  }

  private Enrichment<String> begin(SimulatedNode node, Context context, Streams streams) {
    StreamOptions options = StreamOptions.DEFAULT.shards(SHARDS);
    var _ = streams.create(EDITS, options);
    var _ = streams.create(OUT, options.deduplicate(Duration.ofDays(1)));
    Enrichment<String> enrichment = Enrichment.start(context, streams, EDITS, "all", job);
    created = true;
    return enrichment;
  }

  /** Compares what is stored with what should be, on each server where nobody does so. */
  private void look() {
    for (SimulatedServer<Enrichment<String>> server : servers) {
      server
          .running()
          .filter(there -> looking.add(there.node()))
          .ifPresent(there -> there.node().spawn("look", () -> look(there)));
    }
  }

  private void look(Running<Enrichment<String>> there) {
    try {
      wrong = new Look(there.streams(), there.program()).wrong();
    } catch (RuntimeException e) {
      // A shard is without an owner for a moment.
    } finally {
      looking.remove(there.node());
    }
  }

  /** Appends its events one after the other, each until it is acknowledged. */
  private final class Producer {

    private final String name;
    private int next;
    private @Nullable SimulatedNode asked;
    private Duration askedAt = Duration.ZERO;

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
      if (isDone() || waits) {
        return;
      }
      Optional<Running<Enrichment<String>>> found =
          servers.get(random.nextInt(servers.size())).running();
      if (found.isEmpty()) {
        return;
      }
      SimulatedNode node = found.get().node();
      Streams there = found.get().streams();
      int number = next;
      asked = node;
      askedAt = simulation.elapsed();
      node.spawn("produce", () -> append(there, node, number));
    }

    private void append(Streams there, SimulatedNode node, int number) {
      try {
        String payload = name + "-" + number + (random.nextInt(12) == 0 ? "bad" : "");
        Event event =
            Event.builder(Bytes.utf8(payload))
                .key(Bytes.utf8("k" + (number * 7 + name.hashCode() & 0xff) % KEYS))
                .idempotencyKey(name + "-" + number)
                .build();
        var _ = there.stream(EDITS).append(List.of(event));
        if (next == number) {
          next++;
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

  /** The log, and what became of it. */
  private final class Look {

    private final Streams streams;
    private final Enrichment<String> enrichment;
    private final List<String> found = new ArrayList<>();

    Look(Streams streams, Enrichment<String> enrichment) {
      this.streams = streams;
      this.enrichment = enrichment;
    }

    List<String> wrong() {
      Map<String, List<StoredEvent>> log = log(EDITS);
      Map<String, List<StoredEvent>> out = log(OUT);
      Set<String> notApplied = new LinkedHashSet<>();
      Set<String> unknown = new LinkedHashSet<>();
      Optional<EventAddress> after = Optional.empty();
      do {
        List<EnrichmentDeadLetter> page = enrichment.deadLetters().read(1_000, after);
        for (EnrichmentDeadLetter letter : page) {
          (letter.applied() == Applied.NO ? notApplied : unknown)
              .add(Collecting.text(letter.stored()));
        }
        after = page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id());
      } while (after.isPresent());
      letters = notApplied.size() + unknown.size();
      replayed +=
          enrichment.status().values().stream()
              .mapToInt(status -> (int) status.counters().replayed())
              .sum();
      log.forEach((key, events) -> compare(key, texts(events), notApplied, unknown));
      log.forEach(
          (key, events) ->
              compareOutputs(
                  key,
                  texts(events),
                  texts(out.getOrDefault(key, List.of())),
                  unknown,
                  notApplied));
      return found;
    }

    private void compare(
        String key, List<String> events, Set<String> notApplied, Set<String> unknown) {
      List<String> sure = new ArrayList<>(events);
      sure.removeAll(notApplied);
      List<String> applied =
          enrichment
              .state(Bytes.utf8(key))
              .map(KeyState::state)
              .map(state -> List.of(state.split(" ")))
              .orElse(List.of());
      List<String> without = new ArrayList<>(sure);
      without.removeIf(event -> unknown.contains(event) && !applied.contains(event));
      if (!applied.equals(without)) {
        found.add("state of " + key + ": " + applied + " instead of " + without);
      }
      notApplied.stream()
          .filter(applied::contains)
          .forEach(event -> found.add("set aside and applied: " + event));
    }

    private void compareOutputs(
        String key,
        List<String> events,
        List<String> outputs,
        Set<String> unknown,
        Set<String> notApplied) {
      List<String> expected = new ArrayList<>(events);
      expected.removeAll(notApplied);
      List<String> due =
          expected.stream()
              .map(event -> "of " + event)
              .filter(output -> outputs.contains(output) || !unknown.contains(output.substring(3)))
              .toList();
      if (!outputs.equals(due)) {
        found.add("outputs of " + key + ": " + outputs + " instead of " + due);
      }
    }

    private List<String> texts(List<StoredEvent> events) {
      return events.stream().map(Collecting::text).toList();
    }

    private static void add(StoredEvent stored, Map<String, List<StoredEvent>> byKey) {
      String key = Collecting.CODEC.decode(stored.event().key().orElseThrow());
      byKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(stored);
    }

    private Map<String, List<StoredEvent>> log(StreamName name) {
      Map<String, List<StoredEvent>> byKey = new LinkedHashMap<>();
      Stream stream = streams.stream(name);
      for (int shard = 0; shard < SHARDS; shard++) {
        EventPage page = stream.read(shard, Optional.of(Position.START), 1_000, Duration.ZERO);
        while (!page.events().isEmpty()) {
          page.events().forEach(stored -> add(stored, byKey));
          page = stream.read(shard, Optional.of(page.next()), 1_000, Duration.ZERO);
        }
      }
      return byKey;
    }
  }
}
