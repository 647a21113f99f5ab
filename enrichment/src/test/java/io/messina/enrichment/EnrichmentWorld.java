package io.messina.enrichment;

import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.KeyFull;
import io.messina.enrich.LastAttempt;
import io.messina.enrich.RequestRetries;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
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
import java.util.HashSet;
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
  private final OwnTable ownTable;
  private final Kind kind;
  private final List<Producer<Enrichment<String>>> producers = new ArrayList<>();
  private List<String> wrong = NOT_LOOKED;
  private int replayed;
  private int letters;
  private int full;

  /**
   * What came of a history.
   *
   * @param wrong what was wrong: nothing, or words
   * @param replayed how many events were read again that a state included
   * @param letters how many events were set aside
   * @param full how many of them as their key had as many waiting as it may
   * @param kind what kind of enrichment it was
   */
  record Outcome(List<String> wrong, int replayed, int letters, int full, Kind kind) {}

  /**
   * What kind of enrichment a history has.
   *
   * @param ownTable whether its states are in a table of a user's own
   * @param perRound whether it has one output for each round
   * @param stops whether it stops at an event that fails
   */
  record Kind(boolean ownTable, boolean perRound, boolean stops) {}

  private EnrichmentWorld(Simulation simulation) {
    this.random = simulation.random("world");
    this.cluster =
        new SimulatedCluster<>(simulation, new SimulatedStore(simulation), random, SLICE);
    this.kind = new Kind(random.nextInt(3) == 0, random.nextInt(3) == 0, random.nextInt(4) == 0);
    this.ownTable = new OwnTable(simulation.random("own table"));
    Collecting each = new Collecting(payload -> payload.endsWith("bad"), OUT);
    this.job =
        new EnrichmentJob<>(
            kind.perRound ? new CollectingRounds(each) : each,
            kind.ownTable ? ownTable.states() : States.inStore(Collecting.CODEC),
            options(),
            1);
  }

  /** One that stops does so at an event that fails, and not as the store was away for long. */
  private EnrichmentOptions options() {
    List<Duration> delays =
        List.of(Duration.ofMillis(100), Duration.ofMillis(kind.stops ? 2_000 : 500));
    int attempts = kind.stops || random.nextInt(3) == 0 ? 100 : 1;
    boolean small = random.nextInt(3) == 0;
    EnrichmentOptions.Buffer buffer =
        new EnrichmentOptions.Buffer(
            64 << 20,
            small ? 1 + random.nextInt(3) : 1_000,
            random.nextBoolean() ? KeyFull.BLOCK : KeyFull.DEAD_LETTER,
            1 + random.nextInt(small ? 3 : 100));
    return EnrichmentOptions.DEFAULT
        .permits(new EnrichmentOptions.Permits(2, 2, Duration.ofSeconds(3)))
        .retry(new RequestRetries(attempts, delays, 0.2))
        .buffer(buffer)
        .lastAttempt(kind.stops ? LastAttempt.STOP : LastAttempt.DEAD_LETTER);
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
      return outcome(List.of("the streams were not created"));
    }
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(producer("p" + i));
    }
    cluster.harm(HARMS, Duration.ofSeconds(8), server -> server.harm(random));
    if (!cluster.goUntil(() -> producers.stream().allMatch(Producer::isDone), CALM)) {
      return outcome(List.of("nothing can be appended in the calm"));
    }
    ownTable.calm();
    Errand<Enrichment<String>> look =
        cluster.errand(
            "look", CALM, server -> wrong = new Look(server.streams(), server.program()).wrong());
    cluster.use(SLICES_BETWEEN, () -> look.ask(cluster.any()));
    if (cluster.goUntil(() -> wrong.isEmpty(), CALM)) {
      cluster.go(Duration.ofMinutes(3)); // what is late must change nothing either
      wrong = NOT_LOOKED;
      cluster.goUntil(() -> !wrong.equals(NOT_LOOKED), CALM);
    }
    return outcome(wrong);
  }

  private Outcome outcome(List<String> words) {
    return new Outcome(words, replayed, letters, full, kind);
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
      full = 0;
      Optional<EventAddress> after = Optional.empty();
      do {
        List<Letter> page = enrichment.deadLetters().read(1_000, after);
        for (Letter letter : page) {
          full += letter.cause() == DeathCause.KEY_FULL ? 1 : 0;
          (letter.applied().filter(AppendAgain.NOT_APPLIED::equals).isPresent()
                  ? notApplied
                  : unknown)
              .add(Collecting.text(letter.stored()));
        }
        after = page.isEmpty() ? Optional.empty() : Optional.of(page.getLast().stored().id());
      } while (after.isPresent());
      letters = notApplied.size() + unknown.size();
      replayed +=
          enrichment.status().answers().values().stream()
              .mapToInt(status -> (int) status.counters().replayed())
              .sum();
      Set<Integer> stopped = new HashSet<>();
      log.values().stream()
          .flatMap(List::stream)
          .filter(stored -> kind.stops && Collecting.text(stored).endsWith("bad"))
          .forEach(stored -> stopped.add(stored.id().shard()));
      log.forEach(
          (key, events) -> {
            List<String> outputs = texts(out.getOrDefault(key, List.of()));
            if (stopped.contains(events.getFirst().id().shard())) {
              compareStopped(key, texts(events), outputs);
            } else {
              compare(key, texts(events), notApplied, unknown);
              compareOutputs(key, texts(events), outputs, unknown, notApplied);
            }
          });
      return found;
    }

    private void compare(
        String key, List<String> events, Set<String> notApplied, Set<String> unknown) {
      List<String> sure = new ArrayList<>(events);
      sure.removeAll(notApplied);
      List<String> applied = applied(key);
      List<String> without = new ArrayList<>(sure);
      without.removeIf(event -> unknown.contains(event) && !applied.contains(event));
      if (!applied.equals(without)) {
        found.add("state of " + key + ": " + applied + " instead of " + without);
      }
      notApplied.stream()
          .filter(applied::contains)
          .forEach(event -> found.add("set aside and applied: " + event));
    }

    private List<String> applied(String key) {
      return enrichment
          .state(Bytes.utf8(key))
          .map(KeyState::state)
          .map(state -> List.of(state.split(" ")))
          .orElse(List.of());
    }

    /** Of a shard that stops at the first event that fails; nobody knows how far other keys are. */
    private void compareStopped(String key, List<String> events, List<String> outputs) {
      List<String> applied = applied(key);
      if (!events.subList(0, Math.min(applied.size(), events.size())).equals(applied)) {
        found.add("state of " + key + ": " + applied + " instead of the first of " + events);
      }
      if (applied.stream().anyMatch(event -> event.endsWith("bad"))) {
        found.add("an event that fails is applied: " + applied);
      }
      if (letters > 0) {
        found.add("set aside, though it is to stop: " + letters);
      }
      List<String> shown = shown(outputs);
      if (!applied.containsAll(shown)) {
        found.add("outputs of " + key + ": " + shown + " of the state " + applied);
      }
    }

    /** Of which events there are outputs, in their order; rounds may be put out in other pieces. */
    private List<String> shown(List<String> outputs) {
      List<String> shown = new ArrayList<>();
      for (String output : outputs) {
        List<String> events = List.of(output.substring("of ".length()).split(" "));
        events.stream()
            .filter(event -> !kind.perRound || !shown.contains(event))
            .forEach(shown::add);
      }
      return shown;
    }

    private void compareOutputs(
        String key,
        List<String> events,
        List<String> outputs,
        Set<String> unknown,
        Set<String> notApplied) {
      List<String> expected = new ArrayList<>(events);
      expected.removeAll(notApplied);
      List<String> shown = shown(outputs);
      List<String> due =
          expected.stream()
              .filter(event -> shown.contains(event) || !unknown.contains(event))
              .toList();
      if (!shown.equals(due)) {
        found.add("outputs of " + key + ": " + shown + " instead of " + due);
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
