package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.store.Store;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.owner.Peers;
import io.messina.testkit.simulation.Alarm;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A cluster without a store, whose nodes share one memory that survives everything: what clients
 * would see of a perfect one. It shows that the checks find nothing where nothing is wrong, and,
 * with a flaw, that each of them finds what it is for.
 */
final class ModelCluster implements NodeProgram {

  final Simulation simulation;
  final Set<Flaw> flaws;
  final SideStream side = new ModelSide(this);
  private final Map<Topic, List<List<StoredEvent>>> logs = new EnumMap<>(Topic.class);
  private final Map<String, EventAddress> keys = new LinkedHashMap<>();
  private final Map<String, Long> sources = new LinkedHashMap<>();
  private final Map<Crowd, ModelGroup> groups = new EnumMap<>(Crowd.class);
  private final Map<Long, Alarm> scheduled = new LinkedHashMap<>();
  private final Map<String, DelayedAddress> scheduledByKey = new LinkedHashMap<>();
  private int spread;

  /** What is wrong with the model, and what is to be said of it. */
  enum Flaw {
    LOSES_EVENTS("acknowledged and lost"),
    INVENTS_EVENTS("in the log, and never sent"),
    APPENDS_TWICE("twice in the log"),
    FORGETS_KEYS("twice in the log"),
    FORGETS_BATCHES("twice in the log"),
    SWAPS_EVENTS(", where stands"),
    PLACES_EVENTS_BEFORE_OTHERS("each sent after the other's ack"),
    GOES_BACK_IN_TIME("append time goes back"),
    APPENDS_EARLY("due at"),
    APPENDS_WHAT_IS_CANCELLED("cancelled and appended"),
    SHOWS_WHAT_IS_BEHIND_A_CUT("from behind a cut"),
    ACKNOWLEDGES_WHAT_IS_BEHIND_A_CUT("acknowledged behind a cut"),
    SKIPS_EVENTS("never finished what stands in the log"),
    ENDS_LEASES_EARLY("two live receipts"),
    USES_CLAIM_NUMBERS_TWICE("one claim number given twice"),
    HANDS_OUT_WHAT_IS_DONE("although it was done"),
    DEAD_TOO_EARLY("dead too early"),
    DEAD_THOUGH_DONE("dead although it was done"),
    LETS_STALE_ACKS_COUNT("never finished what stands in the log"),
    TAKES_ANY_RECEIPT("a superseded receipt was good"),
    REFUSES_LIVE_RECEIPTS("a live receipt was void"),
    IGNORES_KEYS("of its key was done with"),
    HANDS_OUT_UNCERTAIN("at most once"),
    COUNTS_NO_ATTEMPTS("attempts are not counted"),
    LOSES_DEAD_LETTERS("not among the dead letters"),
    LOSES_OUTPUTS("with outputs that are lost"),
    REPEATS_OUTPUTS("twice among the results"),
    FOLLOWS_OUT_OF_ORDER("no stretch of the log"),
    FOLLOWS_WITH_GAPS("a follower was shown"),
    FOLLOWS_INSIDE_WITH_GAPS("a handler was shown"),
    RUNS_POISON_FOR_EVER("killed more processes"),
    KEEPS_WHAT_IS_DISCARDED("dead although it was discarded"),
    HANDS_OUT_WHAT_IS_DISCARDED("handed out although it was discarded"),
    KEEPS_FORMER_OPTIONS("dead by options of before"),
    SHOWS_FORMER_CREATIONS("read from a former creation"),
    TAKES_RECEIPTS_OF_FORMER_CREATIONS("a receipt of a former creation was good"),
    IGNORES_SEEKS("never finished what stands in the log"),
    TAKES_RECEIPTS_OF_FORMER_RUNS("a receipt of a former run was good"),
    FORGETS_COMMITS("sent back behind its commit");

    final String shownBy;

    Flaw(String shownBy) {
      this.shownBy = shownBy;
    }
  }

  private ModelCluster(Simulation simulation, Set<Flaw> flaws) {
    this.simulation = simulation;
    this.flaws = flaws;
    for (Topic topic : Topic.values()) {
      logs.put(
          topic,
          Stream.generate(ArrayList<StoredEvent>::new)
              .limit(topic.shards)
              .<List<StoredEvent>>map(log -> log)
              .toList());
    }
    for (Crowd crowd : Crowd.values()) {
      groups.put(crowd, new ModelGroup(this, crowd));
    }
  }

  /** A perfect cluster. */
  static NodeProgram.Factory perfect() {
    return (simulation, stores, wiring) -> new ModelCluster(simulation, EnumSet.noneOf(Flaw.class));
  }

  /** A cluster with a flaw, which shows once in a while. */
  static NodeProgram.Factory with(Flaw flaw) {
    return (simulation, stores, wiring) -> new ModelCluster(simulation, EnumSet.of(flaw));
  }

  @Override
  public RunningNode start(SimulatedNode node, Store store, Peers peers) {
    return new ModelNode(this, node);
  }

  @Override
  public Truth truth(Topic topic, int shard) {
    List<StoredEvent> log = new ArrayList<>(log(topic, shard));
    boolean cut =
        has(Flaw.SHOWS_WHAT_IS_BEHIND_A_CUT) || has(Flaw.ACKNOWLEDGES_WHAT_IS_BEHIND_A_CUT);
    return cut && !log.isEmpty()
        ? new Truth(log, Set.of(Place.of(log.removeLast())), 1)
        : new Truth(log, Set.of(), 1);
  }

  List<StoredEvent> log(Topic topic, int shard) {
    return logs.getOrDefault(topic, List.of()).get(shard);
  }

  ModelGroup group(Crowd crowd) {
    return Optional.ofNullable(groups.get(crowd)).orElseThrow();
  }

  boolean has(Flaw flaw) {
    return flaws.contains(flaw);
  }

  /** Whether a flaw shows now, as it does once in a while. */
  boolean strikes(Flaw flaw, SimulatedNode node) {
    return has(flaw) && node.random().nextInt(4) == 0;
  }

  /** Appends one event, unless it is there already. */
  Optional<EventAddress> append(Topic topic, Event event, SimulatedNode node) {
    int shard = shard(topic, event);
    Optional<EventAddress> former =
        has(Flaw.FORGETS_KEYS) ? Optional.empty() : event.idempotencyKey().map(keys::get);
    if (former.isPresent()) {
      return former;
    }
    if (isOld(event, shard)) {
      return Optional.empty();
    }
    EventAddress id = store(topic, shard, event, node);
    event.idempotencyKey().ifPresent(key -> keys.put(key, id));
    return Optional.of(id);
  }

  /** Accepts an event for later, unless it is there already. */
  DelayedAddress schedule(Event event, Instant due, SimulatedNode node) {
    return event
        .idempotencyKey()
        .map(key -> scheduledByKey.computeIfAbsent(key, any -> accept(event, due, node)))
        .orElseGet(() -> accept(event, due, node));
  }

  private DelayedAddress accept(Event event, Instant due, SimulatedNode node) {
    Duration delay = Duration.between(simulation.clock().instant(), due);
    boolean isDue = delay.isNegative() || has(Flaw.APPENDS_EARLY);
    long number = scheduled.size();
    scheduled.put(
        number,
        simulation.after(isDue ? Duration.ZERO : delay, () -> append(Topic.WORK, event, node)));
    return new DelayedAddress(1, 0, due, number);
  }

  boolean cancel(DelayedAddress id) {
    Optional<Alarm> alarm = Optional.ofNullable(scheduled.get(id.number()));
    return has(Flaw.APPENDS_WHAT_IS_CANCELLED) || alarm.filter(Alarm::cancel).isPresent();
  }

  /** The highest number counts once the batch is stored whole. */
  void stored(List<Event> batch) {
    for (Event event : batch) {
      event
          .sourceBatch()
          .ifPresent(
              source ->
                  sources.merge(
                      source.source() + shard(Topic.WORK, event), source.number(), Math::max));
    }
  }

  private boolean isOld(Event event, int shard) {
    return !has(Flaw.FORGETS_BATCHES)
        && event
            .sourceBatch()
            .filter(batch -> sources.getOrDefault(batch.source() + shard, -1L) >= batch.number())
            .isPresent();
  }

  private EventAddress store(Topic topic, int shard, Event event, SimulatedNode node) {
    List<StoredEvent> log = log(topic, shard);
    EventAddress id = new EventAddress(1, shard, 0, new Position(1, log.size()));
    Instant now = simulation.clock().instant();
    if (strikes(Flaw.PLACES_EVENTS_BEFORE_OTHERS, node)) {
      EventAddress before = new EventAddress(1, shard, 0, new Position(0, 1_000 - log.size()));
      log.addFirst(new StoredEvent(before, event, now));
      return before;
    }
    if (strikes(Flaw.LOSES_EVENTS, node)) {
      return id;
    }
    Event stored =
        strikes(Flaw.INVENTS_EVENTS, node) ? Event.of(Payloads.bytes("nobody's")) : event;
    Instant appended = strikes(Flaw.GOES_BACK_IN_TIME, node) ? now.minusSeconds(3_600) : now;
    log.add(new StoredEvent(id, stored, appended));
    if (topic == Topic.WORK && strikes(Flaw.APPENDS_TWICE, node)) {
      log.add(
          new StoredEvent(new EventAddress(1, shard, 0, new Position(1, log.size())), stored, now));
    }
    if (strikes(Flaw.SWAPS_EVENTS, node) && log.size() > 1) {
      swap(log);
    }
    return id;
  }

  private static void swap(List<StoredEvent> log) {
    StoredEvent last = log.removeLast();
    StoredEvent before = log.removeLast();
    log.add(new StoredEvent(before.id(), last.event(), before.appendTime()));
    log.add(new StoredEvent(last.id(), before.event(), last.appendTime()));
  }

  private int shard(Topic topic, Event event) {
    ShardPlacement placement = new ShardPlacement(topic.shards);
    return event
        .key()
        .or(() -> event.idempotencyKey().map(Payloads::bytes))
        .map(placement::shardOf)
        .orElseGet(() -> event.sourceBatch().isPresent() ? 0 : spread++ % topic.shards);
  }
}
