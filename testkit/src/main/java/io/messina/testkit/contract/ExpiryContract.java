package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.LOG;
import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.PAYLOAD;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SEQUENCE;
import static io.messina.testkit.contract.ContractTables.SINGLE;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A row is seen while the engine's clock is before its expiry, to the millisecond. */
interface ExpiryContract extends ContractPart {

  /** Far enough ahead that no database's own expiry strikes while a test runs. */
  Duration HOUR = Duration.ofHours(1);

  Duration MILLI = Duration.ofMillis(1);

  @Test
  default void a_row_is_seen_until_the_millisecond_before_it_expires() {
    PartitionKey partition = fresh(ROWS);
    Row row = row(partition, 1, "a", "text");
    assertSeenUntil(row, putExpiring(row));
  }

  @Test
  default void so_is_the_one_row_of_a_partition() {
    PartitionKey partition = fresh(SINGLE);
    Row row = Row.of(partition.row(), TEXT.of("text"));
    assertSeenUntil(row, putExpiring(row));
  }

  @Test
  default void so_is_a_row_of_an_append_only_table() {
    PartitionKey partition = fresh(LOG);
    Row row = Row.of(partition.row(SEQUENCE.of(1L)), PAYLOAD.of(Bytes.utf8("event")));
    assertSeenUntil(row, putExpiring(row));
  }

  @Test
  default void so_is_a_row_without_values() {
    PartitionKey partition = fresh(ROWS);
    Row row = Row.of(key(partition, 1, "a"));
    assertSeenUntil(row, putExpiring(row));
  }

  @Test
  default void an_expired_row_is_read_by_a_scan_that_asks_for_it() {
    PartitionKey partition = fresh(LOG);
    Row first = Row.of(partition.row(SEQUENCE.of(1L)), PAYLOAD.of(Bytes.utf8("a")));
    Row second = Row.of(partition.row(SEQUENCE.of(2L)), PAYLOAD.of(Bytes.utf8("b")));
    Instant expiry = putExpiring(first);
    putExpiring(second);
    clock().advanceTo(expiry.plus(HOUR));
    assertThat(rows(partition)).isEmpty();
    assertThat(store().scan(Scan.of(partition).withExpired()))
        .toIterable()
        .containsExactly(first, second);
    assertThat(store().scan(Scan.of(partition).reverse().first(1).withExpired()))
        .toIterable()
        .containsExactly(second);
  }

  @Test
  default void rows_of_one_batch_expire_each_at_its_moment() {
    PartitionKey partition = fresh(ROWS);
    Instant first = clock().instant().plus(HOUR);
    Row early = row(partition, 1, "a", "early");
    Row late = row(partition, 1, "b", "late");
    Row never = row(partition, 1, "c", "never");
    store()
        .write(
            PlainBatch.in(partition, timestamp())
                .put(early, first)
                .put(late, first.plus(MILLI))
                .put(never)
                .build());

    clock().advanceTo(first.minus(MILLI));
    assertThat(rows(partition)).containsExactly(early, late, never);
    clock().advanceTo(first);
    assertThat(rows(partition)).containsExactly(late, never);
    clock().advance(MILLI);
    assertThat(rows(partition)).containsExactly(never);
  }

  @Test
  default void a_row_put_after_its_expiry_is_never_seen() {
    PartitionKey partition = fresh(ROWS);
    Row row = row(partition, 1, "a", "late");
    write(row, clock().instant());
    assertThat(rows(partition)).isEmpty();
    assertThat(store().get(row.key())).isEmpty();
  }

  @Test
  default void an_expired_row_hides_what_it_replaced() {
    PartitionKey partition = fresh(ROWS);
    put(Row.of(key(partition, 1, "a"), TEXT.of("old"), NUMBER.of(1L)));
    Instant expiry = putExpiring(row(partition, 1, "a", "new"));
    clock().advanceTo(expiry);
    assertThat(rows(partition)).isEmpty();
    assertThat(store().get(key(partition, 1, "a"))).isEmpty();
  }

  @Test
  default void an_expired_row_hides_older_ones_that_arrive_later() {
    PartitionKey partition = fresh(ROWS);
    PlainBatch older =
        PlainBatch.in(partition, timestamp()).put(row(partition, 1, "a", "old")).build();
    clock().advanceTo(putExpiring(row(partition, 1, "a", "new")));
    assertThat(rows(partition)).isEmpty(); // a read may have removed it

    store().write(older);

    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void a_row_put_expired_hides_older_ones() {
    PartitionKey partition = fresh(ROWS);
    put(row(partition, 1, "a", "old"));
    write(row(partition, 1, "a", "new"), clock().instant().minus(HOUR));
    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void a_row_put_again_after_its_expiry_is_seen() {
    PartitionKey partition = fresh(ROWS);
    clock().advanceTo(putExpiring(Row.of(key(partition, 1, "a"), NUMBER.of(1L))));
    Row again = row(partition, 1, "a", "again");
    put(again);
    assertThat(rows(partition)).containsExactly(again);
  }

  @Test
  default void a_newer_put_decides_how_long_the_row_is_seen() {
    PartitionKey partition = fresh(ROWS);
    Row longer = row(partition, 1, "a", "longer");
    Row shorter = row(partition, 1, "b", "shorter");
    Instant expiry = putExpiring(row(partition, 1, "a", "first"));
    write(row(partition, 1, "b", "first"), expiry.plus(HOUR));
    put(longer);
    write(shorter, expiry);
    assertThat(rows(partition)).containsExactly(longer, shorter);

    clock().advanceTo(expiry);

    assertThat(rows(partition)).containsExactly(longer);
  }

  @Test
  default void a_put_sent_again_expires_when_it_did() {
    PartitionKey partition = fresh(ROWS);
    Instant expiry = clock().instant().plus(HOUR);
    PlainBatch batch =
        PlainBatch.in(partition, timestamp()).put(row(partition, 1, "a", "text"), expiry).build();
    store().write(batch);
    clock().advanceTo(expiry.minus(MILLI));
    store().write(batch);
    assertThat(rows(partition)).hasSize(1);

    clock().advanceTo(expiry);
    store().write(batch);

    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void expired_rows_do_not_count_against_a_limit() {
    PartitionKey partition = fresh(ROWS);
    Instant expiry = clock().instant().plus(HOUR);
    write(row(partition, 1, "a", "expires"), expiry);
    write(row(partition, 1, "c", "expires"), expiry);
    Row first = row(partition, 1, "b", "stays");
    Row second = row(partition, 1, "d", "stays");
    put(first, second);
    clock().advanceTo(expiry);

    assertThat(rows(Scan.of(partition).first(2))).containsExactly(first, second);
    assertThat(rows(Scan.of(partition).reverse().first(2))).containsExactly(second, first);
  }

  @Test
  default void the_furthest_expiry_is_held() {
    PartitionKey partition = fresh(ROWS);
    Row row = row(partition, 1, "a", "text");
    write(row, store().limits().expiresAtMax());
    assertThat(rows(partition)).containsExactly(row);
  }

  private Instant putExpiring(Row row) {
    Instant expiry = clock().instant().plus(HOUR);
    write(row, expiry);
    return expiry;
  }

  private void write(Row row, Instant expiry) {
    store().write(PlainBatch.in(row.key().partition(), timestamp()).put(row, expiry).build());
  }

  private void assertSeenUntil(Row row, Instant expiry) {
    clock().advanceTo(expiry.minus(MILLI));
    assertThat(store().get(row.key())).contains(row);
    assertThat(rows(row.key().partition())).isEqualTo(List.of(row));

    clock().advanceTo(expiry);
    assertThat(store().get(row.key())).isEmpty();
    assertThat(rows(row.key().partition())).isEmpty();
  }
}
