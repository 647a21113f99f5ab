package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.PlainBatch;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.testkit.SystemWaiting;
import io.messina.testkit.contract.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SweeperTest {

  private static final Duration DELETE_MEMORY = Duration.ofDays(2);
  private static final Duration LIFETIME = Duration.ofHours(3);
  private static final Duration GRACE = Duration.ofMinutes(1);

  private static final Table PULSE =
      Table.plain("pulse")
          .partitionedBy(Samples.OWNER)
          .clusteredBy(Samples.NUMBER)
          .columns(Samples.CONTENT)
          .build();

  @TempDir Path folder;
  private final TestClock clock = new TestClock(Instant.parse("2026-03-01T12:34:56.789Z"));
  @AutoClose private RocksStore store;

  @BeforeEach
  void open() {
    store =
        RocksStore.open(folder, RocksStoreOptions.DEFAULT.withDeleteMemory(DELETE_MEMORY), clock);
    Samples.createAll(store);
    store.create(PULSE);
  }

  @Test
  void expired_rows_of_an_append_only_partition_leave_the_disk_an_hour_later_at_most() {
    put(Samples.LOG, 1, LIFETIME);
    put(Samples.LOG, 2, LIFETIME.plusMinutes(1));
    sweepAfter(LIFETIME.minus(GRACE).minusMillis(1));
    assertThat(stored(Samples.LOG)).isEqualTo(2);
    sweepAfter(Duration.ofMinutes(61));
    assertThat(stored(Samples.LOG)).isZero();
    assertThat(store.storedEntries(RocksDatabase.SWEEPS)).isZero();
  }

  @Test
  void an_append_only_partition_that_goes_on_loses_its_expired_rows_alone() {
    put(Samples.LOG, 1, LIFETIME);
    put(Samples.LOG, 2, LIFETIME.multipliedBy(10));
    putForEver(Samples.LOG, 3);
    sweepAfter(LIFETIME.plusHours(1));
    assertThat(stored(Samples.LOG)).isEqualTo(2);
    assertThat(Samples.numbers(store, Samples.LOG, "a")).containsExactly(2L, 3L);
  }

  @Test
  void an_expired_row_hides_older_ones_until_deletes_are_forgotten() {
    put(Samples.NOTES, 1, LIFETIME);
    sweepAfter(LIFETIME.plusHours(2));
    assertThat(stored(Samples.NOTES)).isEqualTo(1);
    store.write(Samples.put(Samples.NOTES, "a", 1, 1));
    assertThat(store.get(Samples.key(Samples.NOTES, "a", 1))).isEmpty();
    sweepAfter(DELETE_MEMORY);
    assertThat(stored(Samples.NOTES)).isZero();
  }

  @Test
  void a_row_delete_leaves_the_disk_once_it_is_forgotten() {
    putForEver(Samples.NOTES, 1);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "a"), nowMicros())
            .delete(Samples.key(Samples.NOTES, "a", 1))
            .build());
    sweepAfter(DELETE_MEMORY.minusHours(1));
    assertThat(stored(Samples.NOTES)).isEqualTo(1);
    sweepAfter(Duration.ofHours(3));
    assertThat(stored(Samples.NOTES)).isZero();
  }

  @Test
  void rows_under_a_range_delete_leave_the_disk_soon_and_the_delete_itself_later() {
    putForEver(Samples.NOTES, 1);
    putForEver(Samples.NOTES, 2);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "a"), nowMicros())
            .deletePartition()
            .build());
    clock.advance(Duration.ofSeconds(1));
    putForEver(Samples.NOTES, 2);
    sweepAfter(Duration.ofHours(1));
    assertThat(stored(Samples.NOTES)).isEqualTo(1);
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isEqualTo(1);
    sweepAfter(DELETE_MEMORY.plusHours(2));
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isZero();
    assertThat(Samples.numbers(store, Samples.NOTES, "a")).containsExactly(2L);
    assertThat(store.storedEntries(RocksDatabase.SWEEPS)).isZero();
  }

  @Test
  void what_was_due_before_a_restart_is_swept_after_it() {
    put(Samples.LOG, 1, LIFETIME);
    store.close();
    open();
    sweepAfter(LIFETIME.plusHours(1));
    assertThat(stored(Samples.LOG)).isZero();
  }

  @Test
  void rows_put_after_their_partition_was_deleted_stay() {
    Table table = Samples.FOREVER;
    putForEver(table, 1);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(table, "a"), nowMicros()).deletePartition().build());
    clock.advance(Duration.ofSeconds(1));
    putForEver(table, 2);
    sweepAfter(DELETE_MEMORY.plusHours(2));
    assertThat(Samples.numbers(store, table, "a")).containsExactly(2L);
    assertThat(stored(table)).isEqualTo(1);
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isZero();
  }

  @Test
  void a_dropped_partition_takes_its_delete_along_once_that_is_forgotten() {
    put(Samples.LOG, 1, LIFETIME);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(Samples.LOG, "a"), nowMicros()).deletePartition().build());
    sweepAfter(LIFETIME.plusHours(1));
    assertThat(stored(Samples.LOG)).isZero();
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isEqualTo(1);
    sweepAfter(DELETE_MEMORY);
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isZero();
  }

  @Test
  void a_delete_ahead_of_the_clock_leaves_the_disk_when_it_is_forgotten() {
    long ahead = nowMicros() + Duration.ofHours(20).toNanos() / 1000;
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "a"), ahead).deletePartition().build());
    sweepAfter(DELETE_MEMORY.plusHours(2));
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isEqualTo(1);
    sweepAfter(Duration.ofHours(20));
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isZero();
  }

  @Test
  void a_row_that_has_expired_on_arrival_hides_older_ones_as_long_as_a_delete() {
    put(Samples.NOTES, 1, DELETE_MEMORY.multipliedBy(5).negated());
    long before = nowMicros() - 1;
    sweepAfter(Duration.ofHours(2));
    store.write(Samples.put(Samples.NOTES, "a", 1, before));
    assertThat(store.get(Samples.key(Samples.NOTES, "a", 1))).isEmpty();
  }

  @Test
  void a_clock_far_ahead_of_the_newest_write_removes_nothing() {
    put(Samples.LOG, 1, LIFETIME);
    putForEver(Samples.NOTES, 1);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "a"), nowMicros())
            .delete(Samples.key(Samples.NOTES, "a", 1))
            .build());
    clock.advance(Duration.ofDays(400));
    store.sweep();
    assertThat(stored(Samples.LOG)).isEqualTo(1);
    assertThat(stored(Samples.NOTES)).isEqualTo(1);

    writeSomething();
    store.sweep();
    assertThat(stored(Samples.LOG)).isZero();
    assertThat(stored(Samples.NOTES)).isZero();
  }

  @Test
  void closing_in_the_middle_of_a_sweep_brings_nothing_back() {
    for (int owner = 0; owner < 300; owner++) {
      store.write(Samples.put(Samples.NOTES, "owner" + owner, 1, nowMicros()));
    }
    clock.advance(Duration.ofSeconds(1));
    for (int owner = 0; owner < 300; owner++) {
      store.write(
          PlainBatch.in(Samples.partition(Samples.NOTES, "owner" + owner), nowMicros())
              .deletePartition()
              .build());
    }
    clock.advance(DELETE_MEMORY.multipliedBy(2));
    writeSomething();
    Thread sweeping = Thread.ofPlatform().start(this::sweepUntilClosed);
    SystemWaiting.until(() -> store.storedEntries(RocksDatabase.DELETES) <= 290);
    store.close();
    Threads.join(sweeping);
    open();
    for (int owner = 0; owner < 300; owner++) {
      assertThat(Samples.numbers(store, Samples.NOTES, "owner" + owner)).isEmpty();
    }
  }

  private void sweepUntilClosed() {
    try {
      store.sweep();
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(StoreException.Code.CLOSED);
    }
  }

  private void put(Table table, long number, Duration lifetime) {
    PlainBatch.Builder batch = PlainBatch.in(Samples.partition(table, "a"), nowMicros());
    store.write(batch.put(Samples.row(table, "a", number), clock.instant().plus(lifetime)).build());
  }

  private void putForEver(Table table, long number) {
    store.write(Samples.put(table, "a", number, nowMicros()));
  }

  private long stored(Table table) {
    return store.storedEntries(RocksDatabase.familyName(table));
  }

  private long nowMicros() {
    return clock.millis() * 1000;
  }

  /** As a store that is in use. */
  private void writeSomething() {
    store.write(Samples.put(PULSE, "a", 1, nowMicros()));
  }

  private void sweepAfter(Duration step) {
    clock.advance(step.plus(GRACE));
    writeSomething();
    store.sweep();
  }
}
