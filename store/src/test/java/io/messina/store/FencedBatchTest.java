package io.messina.store;

import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.OWNER;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.assertRefused;
import static io.messina.store.Examples.key;
import static io.messina.store.Examples.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FencedBatchTest {

  private static final PartitionKey SHARD = SHARDS.partition(NAME.of("s"));
  private static final Fence FENCE = new Fence(3, 7, new Incarnation(new UUID(1, 2)));

  @Test
  void a_batch_has_two_fences_and_changes() {
    FencedBatch batch =
        FencedBatch.after(FENCE, FENCE.next(), SHARD)
            .set(OWNER.of("a"))
            .put(row(SHARD, 1, "a"))
            .delete(key(SHARD, 1, "b"))
            .delete(SHARDS.rows().above(MAJOR.of(1)))
            .build();
    assertThat(batch.partition()).isEqualTo(SHARD);
    assertThat(batch.expected()).contains(FENCE);
    assertThat(batch.next()).isEqualTo(FENCE.next());
    assertThat(batch.set()).isEqualTo(List.of(OWNER.of("a")));
    assertThat(batch.mutations())
        .containsExactly(
            new Mutation.Put(row(SHARD, 1, "a"), Optional.empty()),
            new Mutation.DeleteRow(key(SHARD, 1, "b")),
            new Mutation.DeleteRange(SHARDS.rows().above(MAJOR.of(1))));
    assertThat(batch)
        .hasToString("shards(name=s) " + FENCE + " to " + FENCE.next() + ": 3 mutations");
  }

  @Test
  void the_first_batch_expects_no_fence() {
    FencedBatch batch = FencedBatch.first(FENCE, SHARD).unset(OWNER).build();
    assertThat(batch.expected()).isEmpty();
    assertThat(batch.unset()).isEqualTo(List.of(OWNER));
    assertThat(batch).hasToString("shards(name=s) none to " + FENCE + ": 0 mutations");
  }

  @Test
  void a_fenced_write_to_a_plain_table_is_refused() {
    String message = "table: rows (expected: a FENCED table)";
    assertRefused(message, () -> FencedBatch.first(FENCE, PARTITION));
    assertRefused(message, () -> FencedBatch.after(FENCE, FENCE.next(), PARTITION));
  }

  @Test
  void the_next_fence_is_after_the_expected_one() {
    Fence sameByOther = new Fence(3, 7, new Incarnation(new UUID(3, 4)));
    Fence earlierEpoch = new Fence(2, 9, FENCE.writer());
    for (Fence next : List.of(FENCE, sameByOther, earlierEpoch)) {
      assertRefused(
          "next: " + next + " (expected: after " + FENCE + ")",
          () -> FencedBatch.after(FENCE, next, SHARD));
    }
  }

  @Test
  void only_static_columns_are_set_and_unset() {
    assertRefused(
        "shards: text text (expected: one of [owner text])",
        () -> FencedBatch.first(FENCE, SHARD).set(TEXT.of("a")));
    assertRefused(
        "shards: text text (expected: one of [owner text])",
        () -> FencedBatch.first(FENCE, SHARD).unset(TEXT));
  }

  @Test
  void a_static_column_is_changed_once() {
    String message = "static: owner twice (expected: each column once in a batch)";
    FencedBatch.Builder set = FencedBatch.first(FENCE, SHARD).set(OWNER.of("a"));
    assertRefused(message, () -> set.set(OWNER.of("b")));
    assertRefused(message, () -> set.unset(OWNER));
    assertRefused(message, () -> FencedBatch.first(FENCE, SHARD).unset(OWNER).unset(OWNER));
  }

  @Test
  void a_batch_over_two_partitions_is_refused() {
    PartitionKey other = SHARDS.partition(NAME.of("other"));
    String message =
        "partition: shards(name=other) (expected: shards(name=s), as a batch is of one partition)";
    assertRefused(message, () -> FencedBatch.first(FENCE, SHARD).put(row(other, 1, "a")));
    assertRefused(message, () -> FencedBatch.first(FENCE, SHARD).delete(key(other, 1, "a")));
    assertRefused(
        "range: rows all rows (expected: a range of shards)",
        () -> FencedBatch.first(FENCE, SHARD).delete(ROWS.rows()));
  }

  @Test
  void changes_that_touch_each_other_are_refused() {
    Row row = row(SHARD, 1, "a");
    assertRefused(
        "put: shards(name=s)(major=1, minor=a) twice (expected: each row once in a batch)",
        () -> FencedBatch.first(FENCE, SHARD).put(row).put(row));
    String message =
        "put: shards(name=s)(major=1, minor=a)"
            + " (expected: a row that the same batch does not delete)";
    assertRefused(
        message, () -> FencedBatch.first(FENCE, SHARD).put(row).delete(row.key()).build());
    assertRefused(
        message, () -> FencedBatch.first(FENCE, SHARD).delete(SHARDS.rows()).put(row).build());
  }
}
