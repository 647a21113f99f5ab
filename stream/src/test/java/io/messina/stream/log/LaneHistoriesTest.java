package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Futures;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.stream.Event;
import io.messina.stream.SimulatedSites;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.LaneHistoriesTest.Witness.Seen;
import io.messina.stream.log.LogItem.DamagedRow;
import io.messina.stream.log.LogItem.MissingRows;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.PlantedStore.Plant;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Faults;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class LaneHistoriesTest {

  private static final int SEEDS_PLANTED = 1_000;

  @Test
  void what_is_acknowledged_or_shown_stays_whatever_becomes_of_owners_and_writes() {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger behindCuts = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          LaneWorld.Outcome outcome = LaneWorld.run(Plant.NOTHING, seed);
          assertThat(outcome.wrong()).isEmpty();
          acknowledged.addAndGet(outcome.acknowledged());
          behindCuts.addAndGet(outcome.behindCuts());
          histories.incrementAndGet();
        });
    // Else the histories would prove nothing.
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 20);
    assertThat(behindCuts.get() * 100).isGreaterThanOrEqualTo(histories.get());
  }

  @FullBuild("Shows that histories without a bug are sharp, which a plain build runs.")
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NOTHING")
  void a_planted_bug_is_found(Plant plant) {
    long seed = 1;
    while (seed <= SEEDS_PLANTED && LaneWorld.run(plant, seed).wrong().isEmpty()) {
      seed++;
    }
    assertThat(seed).isLessThanOrEqualTo(SEEDS_PLANTED);
  }

  /**
   * One shard and its successive owners, who crash, hang and come back late, on a store that does
   * everything to them that it may.
   */
  static final class LaneWorld {

    private static final int OWNERS = 6;
    private static final Duration REIGN_MAX = Duration.ofSeconds(8);
    private static final Duration HANG_MAX = Duration.ofMinutes(30);

    private final Plant plant;
    private final Simulation simulation;
    private final SimulatedStore stores;
    private final RandomGenerator random;
    private final Arbiter arbiter = new Arbiter();
    private final Witness witness = new Witness();

    private LaneWorld(Plant plant, Simulation simulation) {
      this.plant = plant;
      this.simulation = simulation;
      this.stores = new SimulatedStore(simulation);
      this.random = simulation.random("world");
      LaneTables.ALL.forEach(stores.direct()::create);
      stores.faults(Faults.ROUGH);
    }

    /** What came of a history. */
    record Outcome(Optional<String> wrong, int acknowledged, int behindCuts) {}

    static Outcome run(Plant plant, long seed) {
      try (Simulation simulation = new Simulation(seed)) {
        LaneWorld world = new LaneWorld(plant, simulation);
        for (int i = 0; i < OWNERS; i++) {
          world.reign("owner" + i);
        }
        return world.end();
      }
    }

    private void reign(String name) {
      SimulatedNode node = simulation.node(name);
      node.clock().step(Duration.ofMillis(random.nextLong(-5_000, 5_000)));
      new LaneOwner(arbiter, node, stores.at(node), witness, plant).start();
      simulation.runFor(Duration.ofMillis(random.nextLong(REIGN_MAX.toMillis())));
      switch (random.nextInt(4)) {
        case 0 -> node.crash();
        case 1, 2 -> hang(node);
        // Its beats no longer arrive: it is deposed while it works.
        default -> {}
      }
    }

    private void hang(SimulatedNode node) {
      node.suspend(random.nextBoolean() ? Suspension.PROCESS : Suspension.MACHINE);
      long longestMillis = 1L << random.nextInt(1, 21);
      Duration hang = Duration.ofMillis(random.nextLong(longestMillis));
      simulation.after(hang.compareTo(HANG_MAX) < 0 ? hang : HANG_MAX, node::resume);
    }

    private Outcome end() {
      int last = arbiter.take();
      simulation.run(Duration.ofDays(1));
      LaneEnds ends = new LaneEnds(stores.direct());
      // What was cut under way is behind; only now is everything that was late in the store.
      arbiter.record(last, arbiter.uncut().stream().map(ends::find).toList());
      ShardLog log =
          new ShardLog(
              stores.direct(),
              simulation.clock(),
              Arbiter.SHARD,
              arbiter.cuts(),
              Set.of(),
              Position.START,
              Optional.empty());
      List<Seen> all = new ArrayList<>();
      witness.read(log.read(Position.START), Position.START, all);
      List<Position> behind = new ArrayList<>();
      arbiter
          .cuts()
          .forEach(
              (epoch, cut) ->
                  behind.addAll(ends.behind(new LaneId(Arbiter.SHARD, epoch), cut, 100)));
      return new Outcome(witness.verdict(all, behind), witness.acknowledgedCount(), behind.size());
    }
  }

  /** A process that owns the shard for a while: takes it over, appends and shows. */
  static final class LaneOwner {

    private static final int APPENDERS = 3;
    private static final int EVENTS_MAX = 4;
    private static final LaneLimits SMALL_SEGMENTS =
        new LaneLimits(Duration.ofSeconds(2), 400, 1 << 20);

    private final Arbiter arbiter;
    private final SimulatedNode node;
    private final Store store;
    private final Witness witness;
    private final Plant plant;
    private final AtomicInteger events = new AtomicInteger();

    LaneOwner(Arbiter arbiter, SimulatedNode node, Store store, Witness witness, Plant plant) {
      this.arbiter = arbiter;
      this.node = node;
      this.store = new PlantedStore(store, node, plant);
      this.witness = witness;
      this.plant = plant;
    }

    void start() {
      node.spawn("owner", this::own);
    }

    /** A lane that closes is followed by the next one, as long as nobody else has taken over. */
    private void own() {
      int epoch = arbiter.take();
      while (arbiter.holds(epoch)) {
        ownOnce(epoch);
        if (arbiter.holds(epoch)) {
          epoch = arbiter.take();
        }
      }
    }

    private void ownOnce(int epoch) {
      List<LaneEnd> ends = new ArrayList<>();
      for (LaneId lane : arbiter.uncut()) {
        ends.add(end(lane));
      }
      if (!arbiter.record(epoch, ends)) {
        return;
      }
      LaneId lane = new LaneId(Arbiter.SHARD, epoch);
      TailCache tail =
          new TailCache(node.random().nextInt(300), new CacheBudget(Long.MAX_VALUE, () -> 0));
      LaneWriter writer =
          new LaneWriter(
              SimulatedSites.context(store, node, "flusher"),
              () -> arbiter.timestamp(epoch, Micros.of(node.clock().instant())),
              answer ->
                  answer.accept(plant == Plant.ACKNOWLEDGES_WITHOUT_ASKING || arbiter.holds(epoch)),
              lane,
              settings(),
              arbiter.floorMicros(),
              tail,
              new LaneFlusher(SimulatedSites.context(store, node, "flusher")));
      OwnLane own =
          plant == Plant.SHOWS_A_ROW_BEFORE_THE_CHECK
              ? new OwnLane(
                  lane,
                  () -> lane.at(end(lane).cut()),
                  new TailCache(0, new CacheBudget(Long.MAX_VALUE, () -> 0)),
                  Optional.empty())
              : new OwnLane(lane, writer::shownTo, tail, Optional.empty());
      ShardLog log =
          new ShardLog(
              store,
              node.clock(),
              Arbiter.SHARD,
              arbiter.cuts(),
              Set.of(),
              Position.START,
              Optional.of(own));
      node.spawn("follower", () -> follow(writer, log));
      for (int i = 0; i < APPENDERS; i++) {
        node.spawn("appender", () -> append(writer));
      }
      while (!writer.isClosed()) {
        node.pause(Duration.ofMillis(50));
      }
    }

    private LaneSettings settings() {
      return new LaneSettings(
          Optional.of(Duration.ofDays(7)),
          _ -> node.random().nextInt(2),
          SMALL_SEGMENTS,
          1 + node.random().nextInt(5));
    }

    private LaneEnd end(LaneId lane) {
      while (true) {
        try {
          LaneEnd end = new LaneEnds(store).find(lane);
          return plant == Plant.CUTS_WITHOUT_READING_TO_THE_END && !isOwn(lane)
              ? new LaneEnd(lane, Math.max(0, end.cut() - 1), end.nextAppendMicros(), false)
              : end;
        } catch (StoreException e) {
          node.pause(Duration.ofMillis(30));
        }
      }
    }

    private boolean isOwn(LaneId lane) {
      return arbiter.holds(lane.epoch());
    }

    private void append(LaneWriter writer) {
      while (!writer.isClosed()) {
        List<Event> batch = batch(1 + node.random().nextInt(EVENTS_MAX));
        witness.send(batch);
        try {
          witness.acknowledge(batch, Futures.join(writer.appendLater(EventRun.of(batch))));
        } catch (AppendException e) {
          // Its outcome is unknown, or nothing was stored: nothing was promised.
        }
        node.pause(Duration.ofMillis(node.random().nextLong(300)));
      }
    }

    private List<Event> batch(int count) {
      List<Event> batch = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        batch.add(Event.of(Bytes.utf8(node + " " + events.incrementAndGet())));
      }
      return batch;
    }

    /** Goes on also once the process is deposed, which it does not know. */
    private void follow(LaneWriter writer, ShardLog log) {
      List<Seen> replay = witness.newReplay();
      Position next = Position.START;
      while (true) {
        boolean last = writer.isClosed();
        try {
          next = witness.read(log.read(next), next, replay);
        } catch (StoreException e) {
          // What it was shown before the page that failed it was shown.
          next = replay.isEmpty() ? next : replay.getLast().position().next();
        }
        if (last) {
          return;
        }
        node.pause(Duration.ofMillis(node.random().nextLong(500)));
      }
    }
  }

  /** Remembers what was sent, acknowledged and shown, and tells at the end what went wrong. */
  static final class Witness {

    /** An event as somebody was shown it. */
    record Seen(Position position, String payload, long appendMicros) {}

    private final Set<String> sent = new HashSet<>();
    private final Map<Position, String> acknowledged = new HashMap<>();
    private final List<List<Seen>> replays = new ArrayList<>();
    private Optional<String> complaint = Optional.empty();

    void send(List<Event> events) {
      events.forEach(event -> sent.add(text(event)));
    }

    void acknowledge(List<Event> events, List<AppendedRun> appended) {
      List<Position> positions = LaneRoom.positions(appended);
      for (int i = 0; i < events.size(); i++) {
        acknowledged.put(positions.get(i), text(events.get(i)));
      }
    }

    /** What one consumer is shown, one event after the other. */
    List<Seen> newReplay() {
      List<Seen> replay = new ArrayList<>();
      replays.add(replay);
      return replay;
    }

    /** Reads on, and returns where to go on. */
    Position read(Iterator<LogItem> items, Position from, List<Seen> replay) {
      Position next = from;
      while (items.hasNext()) {
        switch (items.next()) {
          case StoredBatch batch -> {
            see(batch, next, replay);
            next = batch.end();
          }
          case DamagedRow row -> complain("damaged: " + row);
          case MissingRows rows -> {
            complain("missing: " + rows);
            next = rows.end();
          }
        }
      }
      return next;
    }

    int acknowledgedCount() {
      return acknowledged.size();
    }

    /**
     * What went wrong.
     *
     * @param all the log as it stands at the end
     * @param behind where rows stand behind a cut
     */
    Optional<String> verdict(List<Seen> all, List<Position> behind) {
      Map<Position, String> there = new HashMap<>();
      Set<String> once = new HashSet<>();
      long lastMicros = -1;
      for (Seen seen : all) {
        there.put(seen.position(), seen.payload());
        check(once.add(seen.payload()), "twice: " + seen);
        check(sent.contains(seen.payload()), "never sent: " + seen);
        check(seen.appendMicros() > lastMicros, "append time goes back: " + seen);
        lastMicros = seen.appendMicros();
      }
      acknowledged.forEach(
          (position, payload) ->
              check(payload.equals(there.get(position)), "lost: " + payload + " at " + position));
      for (Position place : behind) {
        check(!acknowledged.containsKey(place), "acknowledged behind a cut: " + place);
      }
      for (List<Seen> replay : replays) {
        check(
            replay.stream().noneMatch(seen -> behind.contains(seen.position())),
            "shown behind a cut: " + behind);
        check(
            replay.size() <= all.size() && replay.equals(all.subList(0, replay.size())),
            "a replay differs: " + difference(replay, all));
      }
      return complaint;
    }

    private void see(StoredBatch batch, Position from, List<Seen> replay) {
      for (int i = 0; i < batch.batch().events().size(); i++) {
        if (batch.position(i).compareTo(from) >= 0) {
          replay.add(
              new Seen(
                  batch.position(i),
                  text(batch.batch().events().get(i)),
                  batch.batch().appendMicros(i)));
        }
      }
    }

    private static String difference(List<Seen> replay, List<Seen> all) {
      for (int i = 0; i < replay.size(); i++) {
        if (i >= all.size() || !replay.get(i).equals(all.get(i))) {
          return replay.get(i) + " instead of " + (i < all.size() ? all.get(i) : "nothing");
        }
      }
      return "nothing";
    }

    private void check(boolean right, String message) {
      if (!right) {
        complain(message);
      }
    }

    private void complain(String message) {
      if (complaint.isEmpty()) {
        complaint = Optional.of(message);
      }
    }

    private static String text(Event event) {
      return new String(event.payload().toArray(), StandardCharsets.UTF_8);
    }
  }
}
