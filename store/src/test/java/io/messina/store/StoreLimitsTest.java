package io.messina.store;

import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.MINOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.NUMBER;
import static io.messina.store.Examples.OWNER;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.key;
import static io.messina.store.Examples.row;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StoreLimitsTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final Instant LAST = Instant.parse("2038-01-19T00:00:00Z");
  private static final Fence FENCE = new Fence(0, 0, new Incarnation(new UUID(1, 2)));
  private static final StoreLimits LIMITS =
      new StoreLimits(8, 10, 12, 40, 3, LAST, Duration.ofDays(10));

  @Test
  void a_partition_key_is_measured_as_a_whole() {
    assertHeld(() -> LIMITS.check(ROWS.partition(NAME.of("12345678"))));
    PartitionKey larger = ROWS.partition(NAME.of("1234567ü"));
    String message = "rows: partition key bytes: 9 (expected: at most 8)";
    assertExceeded(message, () -> LIMITS.check(larger));
    assertExceeded(message, () -> LIMITS.check(key(larger, 1, "a")));
    assertExceeded(message, () -> LIMITS.check(Scan.of(larger)));
    assertExceeded(message, () -> LIMITS.check(PlainBatch.in(larger, 0).build(), NOW));
  }

  @Test
  void a_clustering_key_is_measured_as_a_whole() {
    assertHeld(() -> LIMITS.check(key(PARTITION, 1, "123456")));
    RowKey larger = key(PARTITION, 1, "1234567");
    String message = "rows: clustering key bytes: 11 (expected: at most 10)";
    assertExceeded(message, () -> LIMITS.check(larger));
    assertExceeded(
        message, () -> LIMITS.check(PlainBatch.in(PARTITION, 0).put(Row.of(larger)).build(), NOW));
    assertExceeded(
        message, () -> LIMITS.check(PlainBatch.in(PARTITION, 0).delete(larger).build(), NOW));
  }

  @Test
  void so_are_the_bounds_of_a_range() {
    ClusteringRange lower = ROWS.rows().above(MAJOR.of(1), MINOR.of("1234567"));
    ClusteringRange upper = ROWS.rows().below(MAJOR.of(1), MINOR.of("1234567"));
    String message = "rows: clustering key bytes: 11 (expected: at most 10)";
    assertExceeded(message, () -> LIMITS.check(Scan.of(PARTITION, lower)));
    assertExceeded(message, () -> LIMITS.check(Scan.of(PARTITION, upper)));
    assertExceeded(
        message, () -> LIMITS.check(PlainBatch.in(PARTITION, 0).delete(upper).build(), NOW));
  }

  @Test
  void each_value_is_measured() {
    RowKey key = key(PARTITION, 1, "a");
    PlainBatch held =
        PlainBatch.in(PARTITION, 0)
            .put(Row.of(key, TEXT.of("123456789012"), NUMBER.of(1L)))
            .build();
    assertHeld(() -> LIMITS.check(held, NOW));
    PlainBatch larger =
        PlainBatch.in(PARTITION, 0).put(Row.of(key, TEXT.of("1234567890123"))).build();
    assertExceeded("rows: text bytes: 13 (expected: at most 12)", () -> LIMITS.check(larger, NOW));
  }

  @Test
  void so_is_each_static_value() {
    PartitionKey shard = SHARDS.partition(NAME.of("s"));
    assertHeld(
        () -> LIMITS.check(FencedBatch.first(FENCE, shard).set(OWNER.of("123456789012")).build()));
    FencedBatch larger = FencedBatch.first(FENCE, shard).set(OWNER.of("1234567890123")).build();
    assertExceeded("shards: owner bytes: 13 (expected: at most 12)", () -> LIMITS.check(larger));
  }

  @Test
  void a_batch_is_measured_with_its_keys() {
    PartitionKey partition = ROWS.partition(NAME.of("12345678"));
    PlainBatch.Builder batch =
        PlainBatch.in(partition, 0)
            .put(Row.of(key(partition, 1, "12"), TEXT.of("1234"), NUMBER.of(1L)))
            .put(Row.of(key(partition, 2, "1"), TEXT.of("123456")))
            .delete(ROWS.rows().above(MAJOR.of(3)));
    PlainBatch larger = batch.build();
    assertExceeded("rows: batch bytes: 41 (expected: at most 40)", () -> LIMITS.check(larger, NOW));
  }

  @Test
  void a_fenced_batch_is_measured_with_its_static_values() {
    PartitionKey shard = SHARDS.partition(NAME.of("12345678"));
    FencedBatch.Builder batch =
        FencedBatch.first(FENCE, shard)
            .set(OWNER.of("123456789012"))
            .put(Row.of(key(shard, 1, "1234"), TEXT.of("123456789012")));
    assertHeld(() -> LIMITS.check(batch.build()));
    batch.delete(SHARDS.rows().above(MAJOR.of(3)));
    assertExceeded(
        "shards: batch bytes: 44 (expected: at most 40)", () -> LIMITS.check(batch.build()));
  }

  @Test
  void mutations_are_counted() {
    PlainBatch.Builder batch = PlainBatch.in(PARTITION, 0).deletePartition();
    batch.delete(key(PARTITION, 1, "")).delete(key(PARTITION, 2, ""));
    assertHeld(() -> LIMITS.check(batch.build(), NOW));
    batch.delete(key(PARTITION, 3, ""));
    assertExceeded(
        "rows: mutations in a batch: 4 (expected: at most 3)",
        () -> LIMITS.check(batch.build(), NOW));
  }

  @Test
  void an_expiry_is_at_most_the_furthest() {
    PlainBatch held = PlainBatch.in(PARTITION, 0).put(row(PARTITION, 1, "a"), LAST).build();
    assertHeld(() -> LIMITS.check(held, NOW));
    PlainBatch later =
        PlainBatch.in(PARTITION, 0).put(row(PARTITION, 1, "a"), LAST.plusMillis(1)).build();
    assertExceeded(
        "rows: expiresAt: 2038-01-19T00:00:00.001Z (expected: at most 2038-01-19T00:00:00Z)",
        () -> LIMITS.check(later, NOW));
  }

  @Test
  void a_timestamp_is_at_most_a_day_ahead() {
    assertHeld(() -> LIMITS.check(PlainBatch.in(PARTITION, 86_400_000_000L).build(), NOW));
    assertExceeded(
        "rows: timestampMicros: 86400000001 (expected: at most a day ahead, 86400000000)",
        () -> LIMITS.check(PlainBatch.in(PARTITION, 86_400_000_001L).build(), NOW));
  }

  private static void assertHeld(ThrowingCallable check) {
    assertThatCode(check).doesNotThrowAnyException();
  }

  private static void assertExceeded(String message, ThrowingCallable check) {
    assertThatThrownBy(check)
        .isInstanceOf(StoreException.class)
        .hasMessage(message)
        .extracting(error -> ((StoreException) error).code())
        .isEqualTo(StoreException.Code.LIMIT_EXCEEDED);
  }
}
