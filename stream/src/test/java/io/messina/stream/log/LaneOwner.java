package io.messina.stream.log;

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
import io.messina.stream.log.PlantedStore.Plant;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.stream.log.Witness.Seen;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A process that owns the shard for a while: takes it over, appends and shows. */
final class LaneOwner {

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
            () -> plant == Plant.ACKNOWLEDGES_WITHOUT_ASKING || arbiter.holds(epoch),
            lane,
            settings(),
            arbiter.floorMicros(),
            tail);
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
        witness.acknowledge(batch, Futures.join(writer.appendLater(batch)));
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
