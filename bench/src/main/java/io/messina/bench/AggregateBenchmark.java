package io.messina.bench;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.bench.figures.TemporaryFolder;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Events added a second to the committed state of one shard by one thread, a thousand at a time: 50
 * groups in hourly windows, and a million members, each as likely as any other. Event time advances
 * by an hour with each million events. Reading the stream is not part of it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class AggregateBenchmark {

  private static final int EVENTS = 1_000;
  private static final int GROUPS = 50;
  private static final int MEMBERS = 1_000_000;
  private static final long MICROS_PER_EVENT = 3_600;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /** The state that is kept of a group. */
  @Param({"count", "unique", "approx_unique"})
  public String kind;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Bytes[] groups = new Bytes[GROUPS];
  private TemporaryFolder folder;
  private StateMemory memory;
  private ShardState state;
  private ShardAggregate aggregate;
  private long next;

  /** An aggregate of no events. */
  @Setup
  public void open() throws IOException {
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = Bytes.utf8("flag-" + i);
    }
    folder = TemporaryFolder.create();
    memory = new StateMemory();
    state = new ShardState(folder.path(), memory);
    WindowOptions options =
        new WindowOptions(
            Windows.tumbling(Duration.ofHours(1)),
            Duration.ZERO,
            Duration.ofDays(1),
            WindowOptions.AHEAD);
    aggregate = new ShardAggregate(aggregator(), options, state);
  }

  private Aggregator aggregator() {
    return switch (kind) {
      case "count" -> Kinds.count(AggregateBenchmark::group);
      case "unique" -> Kinds.unique(AggregateBenchmark::group, AggregateBenchmark::member);
      default ->
          Kinds.approxUnique(
              AggregateBenchmark::group, AggregateBenchmark::member, Kinds.PRECISION);
    };
  }

  private static Bytes group(StoredEvent event) {
    return event.event().key().orElseThrow();
  }

  private static Bytes member(StoredEvent event) {
    return event.event().payload();
  }

  /** Removes it. */
  @TearDown
  public void close() throws IOException {
    state.close();
    memory.close();
    folder.close();
  }

  /** Adds a page of events. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void add() {
    List<StoredEvent> page = new ArrayList<>(EVENTS);
    for (int i = 0; i < EVENTS; i++) {
      Bytes member = Bytes.utf8("user-" + random.nextInt(MEMBERS));
      Event event = Event.builder(member).key(groups[random.nextInt(GROUPS)]).build();
      Position position = new Position(1, next);
      Instant time = BEGIN.plusNanos(next * MICROS_PER_EVENT * 1_000);
      page.add(new StoredEvent(new EventAddress(1, 0, 0, position), event, time));
      next++;
    }
    aggregate.add(page, new Position(1, next));
  }
}
