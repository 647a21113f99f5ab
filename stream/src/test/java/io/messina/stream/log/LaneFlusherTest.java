package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.store.ForwardingStore;
import io.messina.store.HybridClock;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several lanes, written together. */
final class LaneFlusherTest {

  private static final int LANES = 5;

  private final Simulation simulation = new Simulation(7);
  private final SimulatedStore stores = new SimulatedStore(simulation);
  private final SimulatedNode node = simulation.node("owner");
  private final AtomicBoolean mayAcknowledge = new AtomicBoolean(true);
  private Consumer<LaneId> writing = _ -> {};
  private final ManyAtOnce store = new ManyAtOnce(watched(), LANES);
  private final List<LaneWriter> writers = new ArrayList<>();

  LaneFlusherTest() {
    LaneTables.ALL.forEach(stores.direct()::create);
    Context context = SimulatedSites.context(store, node, "flusher");
    HybridClock clock = new HybridClock(node.clock(), 0);
    LaneFlusher flusher = new LaneFlusher(context);
    for (int i = 0; i < LANES; i++) {
      LaneId lane = lane(i);
      writers.add(
          new LaneWriter(
              context,
              clock::next,
              answer -> answer.accept(mayAcknowledge.get() || lane.shard().number() > 0),
              lane,
              new LaneSettings(
                  Optional.empty(), Salts.NONE, LaneLimits.DEFAULT, LaneSettings.ATTEMPTS),
              0,
              new TailCache(1 << 20, new CacheBudget(Long.MAX_VALUE, () -> 0)),
              flusher));
    }
  }

  @AfterEach
  void close() {
    simulation.close();
  }

  private static LaneId lane(int shard) {
    return new LaneId(new ShardId(Arbiter.SHARD.stream(), shard), 1);
  }

  private Store watched() {
    return new ForwardingStore(stores.at(node)) {
      @Override
      public void write(PlainBatch batch) {
        writers.stream()
            .map(LaneWriter::lane)
            .filter(lane -> batch.partition().equals(partition(lane)))
            .forEach(lane -> writing.accept(lane));
        super.write(batch);
      }
    };
  }

  private static io.messina.store.PartitionKey partition(LaneId lane) {
    return LaneTables.log(lane, new Segment(0, 0, 0, 0, RetentionClass.of(Optional.empty())));
  }

  /** Appends an event to each lane some times. */
  private List<CompletableFuture<List<AppendedRun>>> append(int times) {
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();
    node.spawn(
        "appender",
        () -> {
          for (int i = 0; i < times; i++) {
            writers.forEach(
                writer -> answers.add(writer.appendLater(EventRun.of(LaneRoom.events(1)))));
            node.pause(Duration.ofMillis(1));
          }
        });
    simulation.run(Duration.ofHours(1));
    return answers;
  }

  private static List<Integer> stored(List<CompletableFuture<List<AppendedRun>>> answers) {
    return IntStream.range(0, answers.size())
        .filter(i -> !answers.get(i).isCompletedExceptionally() && answers.get(i).isDone())
        .mapToObj(i -> i % LANES)
        .toList();
  }

  @Test
  void rows_of_lanes_that_are_due_go_into_one_request() {
    var answers = append(20);

    assertThat(stored(answers)).hasSize(20 * LANES);
    assertThat(store.sizes()).anyMatch(size -> size > 2);
    assertThat(writers).allMatch(writer -> writer.shownTo().sequence() == 20);
    assertThat(writers.getFirst().flushes().events()).isEqualTo(20);
  }

  @Test
  void a_lane_whose_row_cannot_be_written_closes_alone() {
    writing =
        lane -> {
          if (lane.equals(lane(3))) {
            throw new StoreException(StoreException.Code.LIMIT_EXCEEDED, "too large");
          }
        };
    var answers = append(20);

    assertThat(stored(answers)).hasSize(20 * (LANES - 1)).doesNotContain(3);
    assertThat(writers).filteredOn(LaneWriter::isClosed).containsExactly(writers.get(3));
    assertThat(answers).allMatch(CompletableFuture::isDone);
  }

  @Test
  void an_error_in_one_lane_closes_no_other() {
    writing =
        lane -> {
          if (lane.equals(lane(1))) {
            throw new StackOverflowError("planted");
          }
        };

    assertThat(stored(append(20))).hasSize(20 * (LANES - 1)).doesNotContain(1);
  }

  @Test
  void a_lane_that_is_written_late_holds_no_other_up() {
    AtomicBoolean isSlow = new AtomicBoolean(true);
    writing =
        lane -> {
          if (lane.equals(lane(2)) && isSlow.get()) {
            throw new StoreUnavailableException("not now");
          }
        };
    node.spawn(
        "healer",
        () -> {
          node.pause(Duration.ofMillis(150));
          assertThat(writers.get(4).shownTo().sequence()).isEqualTo(20);
          assertThat(writers.get(2).shownTo().sequence()).isZero();
          isSlow.set(false);
        });

    assertThat(stored(append(20))).hasSize(20 * LANES);
  }

  @Test
  void a_lane_that_may_not_acknowledge_closes_alone() {
    mayAcknowledge.set(false);

    assertThat(stored(append(20))).hasSize(20 * (LANES - 1)).doesNotContain(0);
  }

  @Test
  void drained_lanes_have_answered_all() {
    List<CompletableFuture<List<AppendedRun>>> answers = new ArrayList<>();
    node.spawn(
        "appender",
        () -> {
          for (LaneWriter writer : writers) {
            answers.add(writer.appendLater(EventRun.of(LaneRoom.events(3))));
            writer.drain();
            assertThat(answers.getLast().isDone()).isTrue();
            assertThat(writer.isClosed()).isTrue();
          }
        });
    simulation.run(Duration.ofHours(1));

    assertThat(answers).hasSize(LANES).allMatch(answer -> !answer.isCompletedExceptionally());
  }
}
