package io.messina.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.SimulatedStore;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MeteredStoreTest {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Long> NUMBER = Column.ofLong("number");
  private static final Table PLAIN =
      Table.plain("plain").partitionedBy(NAME).clusteredBy(NUMBER).build();
  private static final Table FENCED =
      Table.fenced("fenced").partitionedBy(NAME).clusteredBy(NUMBER).build();
  private static final Duration TAKEN = Duration.ofMillis(7);

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final Store store = new MeteredStore(new SlowStore(), registry);
  private final PartitionKey plain = PLAIN.partition(NAME.of("a"));
  private final PartitionKey fenced = FENCED.partition(NAME.of("a"));
  private Optional<RuntimeException> failure = Optional.empty();

  @Test
  void every_operation_is_timed_by_table() {
    store.create(PLAIN);
    store.create(FENCED);
    RowKey key = plain.row(NUMBER.of(1L));
    store.write(PlainBatch.in(plain, 1).put(Row.of(key)).build());
    assertThat(store.get(key)).isPresent();
    store.getStatic(fenced);
    store.scan(Scan.of(plain)).forEachRemaining(_ -> {});
    store.partitions(PartitionWalk.of(PLAIN)).forEachRemaining(_ -> {});
    assertTimed("create", "plain", "ok");
    assertTimed("create", "fenced", "ok");
    assertTimed("write", "plain", "ok");
    assertTimed("get", "plain", "ok");
    assertTimed("get_static", "fenced", "ok");
    assertTimed("scan", "plain", "ok");
    assertTimed("partitions", "plain", "ok");
  }

  @Test
  void a_rejected_write_is_told_from_an_applied_one() {
    store.create(FENCED);
    Fence fence = new Fence(1, 0, Incarnation.next(new Random(1)));
    FencedBatch batch = FencedBatch.first(fence, fenced).build();
    assertThat(store.writeIf(batch)).isInstanceOf(FenceOutcome.Applied.class);
    assertTimed("write_if", "fenced", "ok");
    assertThat(store.writeIf(batch)).isInstanceOf(FenceOutcome.Rejected.class);
    assertTimed("write_if", "fenced", "rejected");
  }

  @Test
  void failures_are_told_apart() {
    store.create(PLAIN);
    assertFailure(new StoreUnavailableException("gone"), "unavailable");
    assertFailure(new UnknownOutcomeException("who knows"), "unknown");
    assertFailure(new IllegalArgumentException("wrong"), "error");
  }

  private void assertFailure(RuntimeException thrown, String result) {
    failure = Optional.of(thrown);
    assertThatThrownBy(() -> store.get(plain.row(NUMBER.of(1L)))).isSameAs(thrown);
    failure = Optional.empty();
    assertTimed("get", "plain", result);
  }

  private void assertTimed(String operation, String table, String result) {
    var timer =
        registry
            .get("messina.store.operations")
            .tags("operation", operation, "table", table, "result", result)
            .timer();
    assertThat(timer.count()).isEqualTo(1);
    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo((double) TAKEN.toMillis());
  }

  /** Takes the same time for everything, and fails when told to. */
  private final class SlowStore extends ForwardingStore {

    SlowStore() {
      super(SimulatedStore.calm(InstantSource.system()));
    }

    private void take() {
      clock.add(TAKEN);
      failure.ifPresent(
          thrown -> {
            throw thrown;
          });
    }

    @Override
    public void create(Table table) {
      take();
      super.create(table);
    }

    @Override
    public Optional<Row> get(RowKey key) {
      take();
      return super.get(key);
    }

    @Override
    public Optional<io.messina.store.StaticRow> getStatic(PartitionKey key) {
      take();
      return super.getStatic(key);
    }

    @Override
    public Iterator<Row> scan(Scan scan) {
      return slow(super.scan(scan));
    }

    @Override
    public Iterator<PartitionKey> partitions(PartitionWalk walk) {
      return slow(super.partitions(walk));
    }

    private <T> Iterator<T> slow(Iterator<T> found) {
      return new Iterator<>() {
        private boolean begun;

        @Override
        public boolean hasNext() {
          if (!begun) {
            take();
          }
          begun = true;
          return found.hasNext();
        }

        @Override
        public T next() {
          return found.next();
        }
      };
    }

    @Override
    public void write(PlainBatch batch) {
      take();
      super.write(batch);
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      take();
      return super.writeIf(batch);
    }
  }
}
