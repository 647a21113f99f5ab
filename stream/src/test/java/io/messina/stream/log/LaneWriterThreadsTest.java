package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.runtime.SystemTime;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LaneWriterThreadsTest {

  private static final int APPENDERS = 16;
  private static final int APPENDS = 500;

  @Test
  void many_threads_share_a_lane_without_holes() throws Exception {
    Store store = SimulatedStore.calm(() -> Simulation.START);
    LaneTables.ALL.forEach(store::create);
    TailCache tail = new TailCache(10_000, new CacheBudget(Long.MAX_VALUE, () -> 0));
    List<Long> sequences = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      LaneWriter writer = writer(store, tail);
      List<Callable<List<Position>>> appenders = new ArrayList<>();
      for (int i = 0; i < APPENDERS; i++) {
        appenders.add(() -> append(writer));
      }
      for (Future<List<Position>> appender : threads.invokeAll(appenders)) {
        List<Position> positions = appender.get();
        assertThat(positions).isSorted();
        positions.forEach(position -> sequences.add(position.sequence()));
      }
      assertThat(sequences)
          .containsExactlyInAnyOrderElementsOf(
              LongStream.range(0, APPENDERS * APPENDS).boxed().toList());
      OwnLane own = new OwnLane(LaneRoom.LANE, writer::shownTo, tail, Optional.empty());
      ShardLog log =
          new ShardLog(
              store,
              InstantSource.system(),
              Arbiter.SHARD,
              new TreeMap<>(),
              Set.of(),
              Position.START,
              Optional.of(own));
      LaneHistoriesTest.Witness witness = new LaneHistoriesTest.Witness();
      assertThat(witness.read(log.read(Position.START), Position.START, witness.newReplay()))
          .isEqualTo(LaneRoom.at(APPENDERS * APPENDS));
    }
  }

  private static List<Position> append(LaneWriter writer) {
    List<Position> positions = new ArrayList<>();
    for (int i = 0; i < APPENDS; i++) {
      positions.addAll(
          LaneRoom.positions(Futures.join(writer.appendLater(EventRun.of(LaneRoom.events(1))))));
    }
    return positions;
  }

  private static LaneWriter writer(Store store, TailCache tail) {
    ThreadFactory threads = Thread.ofVirtual().factory();
    Context context =
        new Context(store, new SystemTime(threads), RandomGenerator.getDefault(), threads);
    return new LaneWriter(
        context,
        new HybridClock(() -> Simulation.START, 0)::next,
        answer -> answer.accept(true),
        LaneRoom.LANE,
        new LaneSettings(Optional.of(Duration.ofDays(7)), Salts.NONE, LaneLimits.DEFAULT, 1),
        0,
        tail,
        new LaneFlusher(context));
  }
}
