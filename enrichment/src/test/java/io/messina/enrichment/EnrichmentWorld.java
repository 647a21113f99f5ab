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
import io.messina.stream.testkit.Errand;
import io.messina.stream.testkit.Producer;
import io.messina.stream.testkit.SimulatedCluster;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

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
  private static final int PRODUCERS = 4;
  private static final int EVENTS_EACH = 25;
  private static final int HARMS = 20;
  private static final int SLICES_BETWEEN = 3;
  private static final Duration SLICE = Duration.ofMillis(500);
  private static final Duration CALM = Duration.ofMinutes(4);
  private static final List<String> NOT_LOOKED = List.of("nothing was looked at");

  private final RandomGenerator random;
  private final SimulatedCluster<Enrichment<String>> cluster;
  private final EnrichmentJob<String> job;
  private final List<Producer<Enrichment<String>>> producers = new ArrayList<>();
  private List<String> wrong = NOT_LOOKED;
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
    this.random = simulation.random("world");
    this.cluster =
        new SimulatedCluster<>(simulation, new SimulatedStore(simulation), random, SLICE);
    RequestRetries retry =
        new RequestRetries(
            random.nextInt(3) == 0 ? 100 : 1,
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
      cluster.start("node" + i, this::begin);
    }
    if (!cluster.hasBegun()) {
      return new Outcome(List.of("the streams were not created"), 0, 0);
    }
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(producer("p" + i));
    }
    cluster.harm(HARMS, Duration.ofSeconds(8), server -> server.harm(random));
    if (!cluster.goUntil(() -> producers.stream().allMatch(Producer::isDone), CALM)) {
      return new Outcome(List.of("nothing can be appended in the calm"), 0, 0);
    }
    Errand<Enrichment<String>> look =
        cluster.errand(
            "look", CALM, server -> wrong = new Look(server.streams(), server.program()).wrong());
    cluster.use(SLICES_BETWEEN, () -> look.ask(cluster.any()));
    if (cluster.goUntil(() -> wrong.isEmpty(), CALM)) {
      cluster.go(Duration.ofMinutes(3)); // what is late must change nothing either
      wrong = NOT_LOOKED;
      cluster.goUntil(() -> !wrong.equals(NOT_LOOKED), CALM);
    }
    return new Outcome(wrong, replayed, letters);
  }

  private Producer<Enrichment<String>> producer(String name) {
    var producer =
        new Producer<>(cluster, EDITS, EVENTS_EACH, (number, _) -> event(name, number), _ -> {});
    cluster.use(SLICES_BETWEEN, producer::step);
    return producer;
  }

  private Event event(String name, int number) {
    return Event.builder(Bytes.utf8(name + "-" + number + (random.nextInt(12) == 0 ? "bad" : "")))
        .key(Bytes.utf8("k" + (number * 7 + name.hashCode() & 0xff) % KEYS))
        .idempotencyKey(name + "-" + number)
        .build();
  }

  private Enrichment<String> begin(SimulatedNode node, Context context, Streams streams) {
    StreamOptions options = StreamOptions.DEFAULT.shards(SHARDS);
    var _ = streams.create(EDITS, options);
    var _ = streams.create(OUT, options.deduplicate(Duration.ofDays(1)));
    return Enrichment.start(context, streams, EDITS, "all", job);
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
