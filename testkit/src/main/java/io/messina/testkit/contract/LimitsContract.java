package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractPart.assertRefused;
import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;
import static io.messina.testkit.contract.ContractTables.NAME;
import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreLimits;
import io.messina.store.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Data as large as the limits is accepted; anything larger is refused before a write. */
interface LimitsContract extends ContractPart {

  /** The size of the smallest row: its major number. */
  int ROW_BYTES_MIN = Integer.BYTES;

  @Test
  default void limits_are_the_same_at_any_time() {
    assertThat(store().limits()).isEqualTo(store().limits());
  }

  @Test
  default void the_largest_partition_key_is_held_and_a_larger_one_refused() {
    PartitionKey largest = named(ROWS, limits().partitionKeyBytesMax());
    Row row = row(largest, 1, "a", "text");
    put(row);
    assertThat(store().get(row.key())).contains(row);
    assertThat(rows(largest)).containsExactly(row);

    PartitionKey larger = named(ROWS, limits().partitionKeyBytesMax() + 1);
    assertRefused(Code.LIMIT_EXCEEDED, () -> put(row(larger, 1, "a", "text")));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().get(key(larger, 1, "a")));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().scan(Scan.of(larger)).hasNext());
  }

  @Test
  default void so_is_the_largest_key_of_a_fenced_partition() {
    PartitionKey largest = named(SHARDS, limits().partitionKeyBytesMax());
    assertThat(store().writeIf(FencedBatch.first(FIRST, largest).build()))
        .isEqualTo(new FenceOutcome.Applied());
    assertThat(store().getStatic(largest)).isPresent();

    PartitionKey larger = named(SHARDS, limits().partitionKeyBytesMax() + 1);
    FencedBatch refused = FencedBatch.first(FIRST, larger).build();
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().writeIf(refused));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().getStatic(larger));
  }

  @Test
  default void the_largest_clustering_key_is_held_and_a_larger_one_refused() {
    PartitionKey partition = named(ROWS, limits().partitionKeyBytesMax());
    String largest = "m".repeat(limits().clusteringKeyBytesMax() - ROW_BYTES_MIN);
    Row row = row(partition, 1, largest, "text");
    put(row);
    assertThat(store().get(row.key())).contains(row);
    assertThat(rows(partition)).containsExactly(row);
    store().write(PlainBatch.in(partition, timestamp()).delete(row.key()).build());

    String larger = largest + "m";
    PlainBatch.Builder delete =
        PlainBatch.in(partition, timestamp()).delete(key(partition, 1, larger));
    Scan scan = Scan.of(partition, ROWS.rows().above(MAJOR.of(1), MINOR.of(larger)));
    assertRefused(Code.LIMIT_EXCEEDED, () -> put(row(partition, 1, larger, "text")));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().write(delete.build()));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().get(key(partition, 1, larger)));
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().scan(scan).hasNext());
    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void the_largest_value_is_held_and_a_larger_one_refused_with_all_of_its_batch() {
    PartitionKey partition = fresh(ROWS);
    int largest = limits().valueBytesMax();
    Row row = Row.of(key(partition, 1, ""), PAYLOAD.of(bytes(largest)));
    put(row);
    assertThat(store().get(row.key())).contains(row);
    assertThat(rows(partition)).containsExactly(row);

    Row larger = Row.of(key(partition, 2, ""), PAYLOAD.of(bytes(largest + 1)));
    Row small = row(partition, 3, "", "text");
    assertRefused(Code.LIMIT_EXCEEDED, () -> put(small, larger));
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void texts_count_by_their_bytes() {
    PartitionKey partition = fresh(ROWS);
    String largest = "ü".repeat(limits().valueBytesMax() / 2);
    Row row = row(partition, 1, "a", largest);
    put(row);
    assertThat(store().get(row.key())).contains(row);
    assertRefused(Code.LIMIT_EXCEEDED, () -> put(row(partition, 1, "b", largest + "ü")));
  }

  @Test
  default void the_largest_static_value_is_held_and_a_larger_one_refused_with_all_of_its_batch() {
    PartitionKey partition = fresh(SHARDS);
    String largest = "o".repeat(limits().valueBytesMax());
    FencedBatch refused =
        FencedBatch.first(FIRST, partition)
            .set(OWNER.of(largest + "o"))
            .put(row(partition, 1, "a", "text"))
            .build();
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().writeIf(refused));
    assertThat(store().getStatic(partition)).isEmpty();
    assertThat(rows(partition)).isEmpty();

    store().writeIf(FencedBatch.first(FIRST, partition).set(OWNER.of(largest)).build());
    assertThat(store().getStatic(partition).map(row -> row.get(OWNER))).contains(largest);
  }

  @Test
  default void a_batch_of_the_most_bytes_is_held_and_a_larger_one_refused() {
    PartitionKey partition = fresh(ROWS);
    List<Row> rows = rowsOf(partition, limits().batchBytesMax());

    List<Row> larger = new ArrayList<>(rows);
    larger.add(Row.of(key(partition, rows.size(), "")));
    assertRefused(Code.LIMIT_EXCEEDED, () -> put(larger.toArray(new Row[0])));
    assertThat(rows(partition)).isEmpty();

    put(rows.toArray(new Row[0]));
    assertThat(rows(partition)).isEqualTo(rows);
  }

  @Test
  default void a_batch_of_the_most_mutations_is_held_and_a_larger_one_refused() {
    PartitionKey partition = fresh(ROWS);
    int most = limits().batchMutationsMax();
    List<Row> rows = new ArrayList<>();
    for (int major = 0; major < most; major++) {
      rows.add(Row.of(key(partition, major, "")));
    }
    put(rows.toArray(new Row[0]));
    assertThat(rows(partition)).isEqualTo(rows);

    PartitionKey other = fresh(ROWS);
    PlainBatch.Builder larger = PlainBatch.in(other, timestamp());
    for (int major = 0; major <= most; major++) {
      larger.put(Row.of(key(other, major, "")));
    }
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().write(larger.build()));
    assertThat(rows(other)).isEmpty();
  }

  @Test
  default void a_fenced_batch_of_too_many_mutations_changes_nothing() {
    PartitionKey partition = fresh(SHARDS);
    FencedBatch.Builder larger = FencedBatch.first(FIRST, partition);
    for (int major = 0; major <= limits().batchMutationsMax(); major++) {
      larger.put(Row.of(key(partition, major, "")));
    }
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().writeIf(larger.build()));
    assertThat(store().getStatic(partition)).isEmpty();
  }

  @Test
  default void an_expiry_later_than_the_furthest_is_refused() {
    PartitionKey partition = fresh(ROWS);
    Instant furthest = limits().expiresAtMax().truncatedTo(ChronoUnit.MILLIS);
    PlainBatch batch =
        PlainBatch.in(partition, timestamp())
            .put(row(partition, 1, "a", "text"))
            .put(row(partition, 1, "b", "text"), furthest.plusMillis(1))
            .build();
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().write(batch));
    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void a_timestamp_of_more_than_a_day_ahead_is_refused() {
    PartitionKey partition = fresh(ROWS);
    Instant ahead = clock().instant().plus(HybridClock.AHEAD_MAX);
    long furthest = ChronoUnit.MICROS.between(Instant.EPOCH, ahead);
    PlainBatch refused =
        PlainBatch.in(partition, furthest + 1).put(row(partition, 1, "a", "text")).build();
    assertRefused(Code.LIMIT_EXCEEDED, () -> store().write(refused));
    assertThat(rows(partition)).isEmpty();

    Row row = row(partition, 1, "b", "text");
    store().write(PlainBatch.in(partition, furthest).put(row).build());
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void a_refusal_says_what_was_given_and_what_was_expected() {
    int larger = limits().valueBytesMax() + 1;
    Row row = row(fresh(ROWS), 1, "a", "t".repeat(larger));
    assertThatThrownBy(() -> put(row))
        .hasMessage("%s: text bytes: %d (expected: at most %d)", ROWS.name(), larger, larger - 1);
  }

  private StoreLimits limits() {
    return store().limits();
  }

  private PartitionKey named(Table table, int bytes) {
    String name = trial().freshName();
    return table.partition(NAME.of(name + "n".repeat(bytes - name.length())));
  }

  /** As many bytes in as few rows as they need. */
  private List<Row> rowsOf(PartitionKey partition, int batchBytes) {
    List<Row> rows = new ArrayList<>();
    int left = batchBytes - partition.get(NAME).length();
    while (left > 0) {
      int payload = Math.min(left - ROW_BYTES_MIN, limits().valueBytesMax());
      int rest = left - ROW_BYTES_MIN - payload;
      if (rest > 0 && rest < ROW_BYTES_MIN) {
        payload -= ROW_BYTES_MIN; // else the rest would be too small for a row
      }
      rows.add(Row.of(key(partition, rows.size(), ""), PAYLOAD.of(bytes(payload))));
      left -= ROW_BYTES_MIN + payload;
    }
    return rows;
  }

  private static Bytes bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ((i * 31) >>> 3);
    }
    return Bytes.wrap(bytes);
  }
}
