package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.NAME;
import static io.messina.store.cql.TablesForTests.OWNER;
import static io.messina.store.cql.TablesForTests.ROWS;
import static io.messina.store.cql.TablesForTests.SEQUENCE;
import static io.messina.store.cql.TablesForTests.SHARDS;
import static io.messina.store.cql.TablesForTests.fence;
import static io.messina.store.cql.TablesForTests.freshName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.store.cql.session.CqlOptions;
import io.messina.testkit.SystemWaiting;
import io.messina.testkit.TcpProxy;
import io.messina.testkit.TcpProxy.Direction;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Between a store and its database stands what holds, loses and cuts. */
final class LostAnswersTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final CqlOptions direct = KeyspaceForTests.options();
  private final PartitionKey shard = SHARDS.partition(NAME.of(freshName()));
  private final PartitionKey rows = ROWS.partition(NAME.of(freshName()));
  private final FencedBatch first =
      FencedBatch.first(fence(1), shard).set(OWNER.of("first")).build();
  private final FencedBatch second =
      FencedBatch.after(fence(1), fence(2), shard).set(OWNER.of("second")).build();

  private TcpProxy proxy;
  private Store store;
  private Store witness;

  @BeforeEach
  void open() throws IOException {
    proxy = TcpProxy.to(direct.contactPoints().getFirst());
    witness = CqlStore.open(direct, InstantSource.system());
    List.of(ROWS, SHARDS).forEach(witness::create);
    CqlOptions faulty =
        CqlOptions.of(List.of(proxy.address()), direct.keyspace(), direct.datacenter())
            .withReplication(direct.replication())
            .withRequestTimeout(Duration.ofMillis(500));
    store = patiently(() -> CqlStore.open(faulty, InstantSource.system()));
    patientlyWritten(first);
    patiently(this::useOnce);
  }

  /** Prepares what the tests use, for which a database must answer. */
  private Row useOnce() {
    PartitionKey other = SHARDS.partition(NAME.of(freshName()));
    store.writeIf(FencedBatch.after(fence(1), fence(2), other).build());
    store.getStatic(other);
    store.write(PlainBatch.in(rows, 1).put(Row.of(rows.row(SEQUENCE.of(0L)))).build());
    store.get(rows.row(SEQUENCE.of(0L)));
    return store.scan(Scan.of(rows)).next();
  }

  @AfterEach
  void close() {
    proxy.close();
    store.close();
    witness.close();
  }

  @Test
  void a_fenced_write_that_applies_long_after_its_time_out_was_of_unknown_outcome() {
    proxy.stall(Direction.THERE);
    assertThatThrownBy(() -> store.writeIf(second)).isInstanceOf(UnknownOutcomeException.class);
    assertThat(standing()).isEqualTo("first");

    proxy.pass();

    awaitStanding("second");
    assertThat(patientlyWritten(second))
        .isEqualTo(new FenceOutcome.Rejected(Optional.of(second.next())));
  }

  @Test
  void one_that_comes_late_does_nothing_once_another_fence_stands() {
    proxy.stall(Direction.THERE);
    assertThatThrownBy(() -> store.writeIf(second)).isInstanceOf(UnknownOutcomeException.class);
    FencedBatch other = FencedBatch.after(fence(1), fence(3), shard).set(OWNER.of("other")).build();
    assertThat(witness.writeIf(other)).isEqualTo(new FenceOutcome.Applied());

    proxy.pass();

    assertThat(patientlyWritten(second))
        .isEqualTo(new FenceOutcome.Rejected(Optional.of(other.next())));
    assertThat(standing()).isEqualTo("other");
  }

  @Test
  void a_fenced_write_whose_answer_is_lost_was_of_unknown_outcome() {
    proxy.stall(Direction.BACK);
    assertThatThrownBy(() -> store.writeIf(second)).isInstanceOf(UnknownOutcomeException.class);
    awaitStanding("second");

    proxy.cut();
    proxy.pass();

    assertThat(patientlyWritten(second))
        .isEqualTo(new FenceOutcome.Rejected(Optional.of(second.next())));
  }

  @Test
  void a_plain_write_and_a_read_without_answers_may_be_tried_again() {
    Row row = Row.of(rows.row(SEQUENCE.of(1L)));
    PlainBatch batch = PlainBatch.in(rows, 1_000_000).put(row).build();
    proxy.stall(Direction.BACK);
    assertThatThrownBy(() -> store.write(batch)).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> store.get(row.key())).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> store.scan(Scan.of(rows)).hasNext())
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> store.getStatic(shard)).isInstanceOf(StoreUnavailableException.class);

    proxy.cut();
    proxy.pass();

    patiently(
        () -> {
          store.write(batch);
          return batch;
        });
    assertThat(patiently(() -> store.get(row.key()))).contains(row);
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_store_is_closed_although_its_database_is_silent() {
    proxy.stall(Direction.THERE);
    store.close();
  }

  private String standing() {
    return witness.getStatic(shard).map(row -> row.get(OWNER)).orElse("");
  }

  private void awaitStanding(String owner) {
    SystemWaiting.until(() -> standing().equals(owner));
  }

  /** Sends it until its outcome is known, as callers do. */
  private FenceOutcome patientlyWritten(FencedBatch batch) {
    return patiently(() -> store.writeIf(batch));
  }

  private static <T> T patiently(Supplier<T> operation) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return operation.get();
      } catch (StoreUnavailableException | UnknownOutcomeException e) {
        if (System.nanoTime() - begun > DEADLINE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }
}
