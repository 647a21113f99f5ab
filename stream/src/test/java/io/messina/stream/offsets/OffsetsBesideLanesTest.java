package io.messina.stream.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.StreamOptions;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.cluster.Ledger;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.AppendedSpan;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Faults;
import io.messina.testkit.Seeds;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Why streams do not read "all events since T": what is written later than the reader's overlap is
 * never handed out, and no overlap is long enough for every write and every clock. In a lane there
 * is nothing to be late for, as its one writer gives each event its place.
 */
final class OffsetsBesideLanesTest {

  private static final Duration LATE_MAX = Duration.ofSeconds(5);
  private static final Duration SKEW_MAX = Duration.ofMillis(500);
  private static final Duration NO_SKEW = Duration.ZERO;

  /** Some writes take up to five seconds, and are acknowledged then. */
  private static final Faults LATE_WRITES = faults(0.08);

  private static final Faults PROMPT_WRITES = faults(0);

  @FullBuild("it shows why lanes are; that these miss nothing is tried in each build")
  @Test
  void an_offset_by_time_misses_events_whose_write_is_later_than_the_overlap() {
    Duration overlap = Duration.ofSeconds(1);
    AtomicInteger lost = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          ShardRun.Outcome outcome = offsets(seed, LATE_WRITES, NO_SKEW, overlap);
          assertThat(outcome.unexpected()).isEmpty();
          assertThat(outcome.lost().values()).allMatch(took -> took.compareTo(overlap) > 0);
          lost.addAndGet(outcome.lost().size());
        });
    assertThat(lost.get()).isPositive();
  }

  @FullBuild("it shows why lanes are")
  @Test
  void an_offset_by_time_misses_events_of_a_clock_that_is_further_behind_than_the_overlap() {
    AtomicInteger lost = new AtomicInteger();
    Seeds.forEach(
        seed ->
            lost.addAndGet(
                offsets(seed, PROMPT_WRITES, Duration.ofSeconds(2), Duration.ofSeconds(1))
                    .lost()
                    .size()));
    assertThat(lost.get()).isPositive();
  }

  @FullBuild("it shows why lanes are")
  @Test
  void an_offset_by_time_misses_nothing_as_long_as_the_overlap_is_longer_than_any_write_and_skew() {
    Duration overlap = LATE_MAX.plus(SKEW_MAX).plus(SKEW_MAX);
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          ShardRun.Outcome outcome = offsets(seed, LATE_WRITES, SKEW_MAX, overlap);
          assertThat(outcome.lost()).isEmpty();
          assertThat(outcome.unexpected()).isEmpty();
          acknowledged.addAndGet(outcome.acknowledged());
          histories.incrementAndGet();
        });
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 30);
  }

  @Test
  void an_overlap_is_paid_for_by_reading_each_event_again_and_again() {
    OffsetDesign[] design = new OffsetDesign[1];
    ShardRun.Outcome outcome =
        ShardRun.of(
            1,
            LATE_WRITES,
            SKEW_MAX,
            rig -> {
              design[0] = new OffsetDesign(rig, LATE_MAX.plus(SKEW_MAX).plus(SKEW_MAX));
              return design[0];
            });
    assertThat(design[0].rowsRead()).isGreaterThan(outcome.acknowledged() * 10L);
  }

  @Test
  void a_lane_misses_nothing_with_the_same_seeds_and_faults() {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          for (Faults faults : new Faults[] {LATE_WRITES, PROMPT_WRITES}) {
            ShardRun.Outcome outcome =
                ShardRun.of(seed, faults, Duration.ofSeconds(2), LaneDesign::new);
            assertThat(outcome.lost()).isEmpty();
            assertThat(outcome.unexpected()).isEmpty();
            acknowledged.addAndGet(outcome.acknowledged());
            histories.incrementAndGet();
          }
        });
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 30);
  }

  private static ShardRun.Outcome offsets(
      long seed, Faults faults, Duration skewMax, Duration overlap) {
    return ShardRun.of(seed, faults, skewMax, rig -> new OffsetDesign(rig, overlap));
  }

  private static Faults faults(double late) {
    return new Faults(0.01, 0.01, late, Duration.ofMillis(20), LATE_MAX, Duration.ofSeconds(10), 8);
  }

  /**
   * One history of one shard: producers with clocks of their own, and a process that has the shard,
   * crashes and is started again, on a store that is slow at times.
   */
  static final class ShardRun {

    private static final int PRODUCERS = 3;
    private static final int EVENTS_EACH = 15;
    private static final int LIVES = 3;

    private final ShardRig rig;
    private final RandomGenerator random;
    private final Design design;
    private final Ledger ledger = new Ledger();
    private final List<String> handedOut = new ArrayList<>();
    private final Map<String, Duration> took = new HashMap<>();

    private ShardRun(ShardRig rig, Design design) {
      this.rig = rig;
      this.design = design;
      this.random = rig.simulation.random("run");
    }

    /**
     * What came of a history.
     *
     * @param lost acknowledged, and never handed out: how long the producer waited for each
     * @param unexpected handed out, and never sent
     * @param acknowledged how many events were acknowledged
     */
    record Outcome(Map<String, Duration> lost, Set<String> unexpected, int acknowledged) {}

    /**
     * Runs a history to its end.
     *
     * @param seed decides everything that is left to chance
     * @param faults of the store while producers produce
     * @param skewMax how far a clock is off at most
     * @param design makes the design that is tried
     */
    static Outcome of(
        long seed, Faults faults, Duration skewMax, Function<ShardRig, Design> design) {
      try (ShardRig rig = new ShardRig(seed, StreamOptions.DEFAULT.shards(1))) {
        rig.stores.faults(faults);
        return new ShardRun(rig, design.apply(rig)).run(faults, skewMax);
      }
    }

    private Outcome run(Faults faults, Duration skewMax) {
      for (int i = 0; i < PRODUCERS; i++) {
        SimulatedNode producer = skewed(rig.simulation.node("producer" + i), skewMax);
        Store store = rig.stores.at(producer);
        producer.spawn("producer", () -> produce(producer, store));
      }
      SimulatedNode owner = skewed(design.start(handedOut::add), skewMax);
      for (int life = 1; life < LIVES; life++) {
        rig.simulation.runFor(Duration.ofMillis(random.nextLong(6_000)));
        owner.crash();
        rig.owner = Optional.empty();
        owner = design.start(handedOut::add);
      }
      rig.simulation.runFor(Duration.ofSeconds(20));
      rig.stores.faults(Faults.NONE);
      rig.simulation.runFor(faults.timeout().plus(faults.lateMax()).plusSeconds(10));
      return outcome();
    }

    private SimulatedNode skewed(SimulatedNode node, Duration skewMax) {
      long most = skewMax.toNanos();
      node.clock().step(Duration.ofNanos(random.nextLong(-most, most + 1)));
      return node;
    }

    private void produce(SimulatedNode producer, Store store) {
      for (int i = 0; i < EVENTS_EACH; i++) {
        String event = producer + " " + i;
        // Each waits for its own answer, and holds up none of the others.
        producer.spawn("append", () -> append(producer, store, event));
        producer.pause(Duration.ofMillis(producer.random().nextLong(1_500)));
      }
    }

    private void append(SimulatedNode producer, Store store, String event) {
      ledger.send(event);
      Duration sent = rig.simulation.elapsed();
      try {
        design.append(producer, store, event);
      } catch (RuntimeException e) {
        return; // Nothing was promised.
      }
      took.put(event, rig.simulation.elapsed().minus(sent));
      ledger.acknowledge(event);
    }

    private Outcome outcome() {
      Map<String, Duration> lost = new HashMap<>(took);
      lost.keySet().retainAll(ledger.lost(handedOut));
      return new Outcome(lost, ledger.unexpected(handedOut), ledger.acknowledgedCount());
    }
  }

  /** How the events of one shard get from those who produce them to the one who consumes them. */
  interface Design {

    /**
     * Stores an event.
     *
     * @param producer the process that produced it, whose actor calls
     * @param store as the producer sees it
     * @param event which one
     * @throws RuntimeException where it is not acknowledged
     */
    void append(SimulatedNode producer, Store store, String event);

    /**
     * Starts the one process that has the shard, which hands out events for as long as it lives;
     * its successors go on behind it.
     *
     * @param handler is given each event at least once
     */
    SimulatedNode start(Consumer<String> handler);
  }

  /**
   * What streams do: producers hand their events to the one process that has the shard, which
   * writes them to the lane of its epoch and hands them out in that order. A successor finds the
   * lane's end before anything else.
   */
  static final class LaneDesign implements Design {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ShardRig rig;
    private Position next = Position.START;

    LaneDesign(ShardRig rig) {
      this.rig = rig;
    }

    @Override
    public void append(SimulatedNode producer, Store store, String event) {
      while (rig.owner.isEmpty()) {
        producer.pause(PAUSE);
      }
      ShardRig.Owner owner = rig.owner();
      CompletableFuture<List<AppendedSpan>> answer =
          rig.begin(
              () ->
                  Futures.join(
                      owner.appender().append(EventRun.of(List.of(Event.of(Bytes.utf8(event)))))));
      while (!answer.isDone() && !owner.node().isCrashed()) {
        producer.pause(PAUSE);
      }
      var _ = answer.resultNow();
    }

    @Override
    public SimulatedNode start(Consumer<String> handler) {
      SimulatedNode node = rig.start();
      node.spawn(
          "consumer",
          () -> {
            while (true) {
              rig.owner.ifPresent(owner -> handOut(owner.log(), handler));
              node.pause(PAUSE);
            }
          });
      return node;
    }

    private void handOut(ShardLog log, Consumer<String> handler) {
      try {
        log.read(next)
            .forEachRemaining(
                item -> {
                  if (item instanceof StoredBatch batch) {
                    batch
                        .batch()
                        .events()
                        .forEach(event -> handler.accept(event.payload().toUtf8()));
                  }
                  next = item.end();
                });
      } catch (StoreUnavailableException e) {
        // The next round goes on where this one ended.
      }
    }
  }
}
