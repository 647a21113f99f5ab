package io.messina.bench;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.bench.figures.EmbeddedStreams;
import io.messina.features.FeatureRef;
import io.messina.features.node.Features;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Items of list features a second, on lists of 500 items of 24 bytes: read by fifty at a time, and
 * added durably by ten.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
public class ListBenchmark {

  private static final FeatureRef LIST = FeatureRef.of("user", "recent");
  private static final int LISTS = 2_000;
  private static final int ITEMS = 500;
  private static final int VALUE_BYTES = 24;
  private static final int READ = 50;
  private static final int ADDED = 10;
  private static final int READERS = 2;
  private static final int WRITERS = 128;

  private final AtomicLong numbers = new AtomicLong();
  private EmbeddedStreams embedded;
  private Features features;

  /**
   * Opens a store and fills it with a million items.
   *
   * @throws IOException if there is no room for it
   */
  @Setup
  public void open() throws IOException {
    embedded = EmbeddedStreams.open();
    features = Features.start(embedded.store(), embedded.streams());
    var _ = features.catalog().create(LIST.name(), FeatureOptions.list(ValueType.BYTES));
    for (int i = 0; i < LISTS; i++) {
      var _ = features.lists().add(LIST, entity(i), items(ITEMS));
    }
  }

  /**
   * Removes the store.
   *
   * @throws IOException if that fails
   */
  @TearDown
  public void close() throws IOException {
    features.close();
    embedded.close();
  }

  /**
   * The newest fifty items of a list.
   *
   * @return the items
   */
  @Benchmark
  @Threads(READERS)
  @OperationsPerInvocation(READ)
  public ItemPage read() {
    return features.lists().get(LIST, anyEntity(), ListQuery.newest(READ));
  }

  /**
   * Ten items more, durable.
   *
   * @return the result
   */
  @Benchmark
  @Threads(WRITERS)
  @OperationsPerInvocation(ADDED)
  public AddedItems add() {
    return features.lists().add(LIST, anyEntity(), items(ADDED));
  }

  private List<ListItem> items(int count) {
    List<ListItem> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long number = numbers.incrementAndGet();
      byte[] content = new byte[VALUE_BYTES];
      new Random(number).nextBytes(content);
      items.add(new ListItem(FeatureValue.bytes(content), Instant.EPOCH.plusNanos(number)));
    }
    return items;
  }

  private static EntityId anyEntity() {
    return entity(ThreadLocalRandom.current().nextInt(LISTS));
  }

  private static EntityId entity(int number) {
    return new EntityId("user " + number);
  }
}
