package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.DEFINITIONS;
import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.NUMBER;
import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static io.messina.testkit.contract.ContractTables.TOTAL;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A fenced write applies as a whole if the expected fence is in place, and not at all otherwise.
 */
interface FencesContract extends ContractPart {

  @Test
  default void the_first_write_needs_a_partition_without_a_fence() {
    PartitionKey partition = fresh(SHARDS);
    assertThat(store().getStatic(partition)).isEmpty();

    assertApplied(FencedBatch.first(FIRST, partition).set(OWNER.of("one")));
    assertRejected(FIRST, FencedBatch.first(FIRST.next(), partition).set(OWNER.of("two")));

    StaticRow standing = standing(partition);
    assertThat(standing.fence()).isEqualTo(FIRST);
    assertThat(standing.get(OWNER)).isEqualTo("one");
    assertThat(standing.find(TOTAL)).isEmpty();
  }

  @Test
  default void a_write_that_expects_a_fence_is_rejected_where_there_is_none() {
    PartitionKey partition = fresh(SHARDS);
    FencedBatch batch =
        FencedBatch.after(FIRST, FIRST.next(), partition)
            .set(OWNER.of("one"))
            .put(row(partition, 1, "a", "text"))
            .build();
    assertThat(store().writeIf(batch)).isEqualTo(new FenceOutcome.Rejected(Optional.empty()));
    assertThat(store().getStatic(partition)).isEmpty();
    assertThat(rows(partition)).isEmpty();
  }

  @Test
  default void each_write_expects_what_the_one_before_has_set() {
    PartitionKey partition = fresh(SHARDS);
    Fence taken = Fences.taken(FIRST.next(), 2);
    assertApplied(FencedBatch.first(FIRST, partition));
    assertApplied(FencedBatch.after(FIRST, FIRST.next(), partition));
    assertApplied(FencedBatch.after(FIRST.next(), taken, partition));
    assertThat(standing(partition).fence()).isEqualTo(taken);
  }

  @Test
  default void any_other_fence_is_rejected_and_told_what_stands() {
    PartitionKey partition = fresh(SHARDS);
    Fence standing = new Fence(3, 7, Fences.writer(1));
    assertApplied(FencedBatch.first(standing, partition).set(OWNER.of("one")));
    Fence next = new Fence(9, 0, Fences.writer(2));

    for (Fence other :
        List.of(
            new Fence(3, 6, Fences.writer(1)),
            new Fence(3, 8, Fences.writer(1)),
            new Fence(2, 7, Fences.writer(1)),
            new Fence(4, 0, Fences.writer(1)),
            Fences.by(2, standing))) {
      assertRejected(standing, FencedBatch.after(other, next, partition).set(OWNER.of("two")));
    }
    assertRejected(standing, FencedBatch.first(next, partition).set(OWNER.of("two")));

    assertThat(standing(partition).fence()).isEqualTo(standing);
    assertThat(standing(partition).get(OWNER)).isEqualTo("one");
  }

  @Test
  default void numbers_of_a_fence_may_be_as_large_as_their_type() {
    PartitionKey partition = fresh(SHARDS);
    Fence large = new Fence(Long.MAX_VALUE, Long.MAX_VALUE - 1, Fences.writer(1));
    assertApplied(FencedBatch.first(large, partition));
    assertApplied(FencedBatch.after(large, large.next(), partition));
    assertThat(standing(partition).fence()).isEqualTo(large.next());
  }

  @Test
  default void a_rejected_write_leaves_nothing_of_itself() {
    PartitionKey partition = fresh(SHARDS);
    Row row = row(partition, 1, "a", "stays");
    assertApplied(FencedBatch.first(FIRST, partition).set(TOTAL.of(1L)).put(row));

    assertRejected(
        FIRST,
        FencedBatch.after(Fences.by(2, FIRST), FIRST.next(), partition)
            .unset(TOTAL)
            .set(OWNER.of("two"))
            .put(row(partition, 2, "a", "new"))
            .delete(SHARDS.rows().within(MAJOR.of(1))));

    assertThat(standing(partition).get(TOTAL)).isEqualTo(1);
    assertThat(standing(partition).find(OWNER)).isEmpty();
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void static_columns_keep_their_values_until_they_are_set_or_unset() {
    PartitionKey partition = fresh(SHARDS);
    Fence second = FIRST.next();
    assertApplied(FencedBatch.first(FIRST, partition).set(OWNER.of("")).set(TOTAL.of(1L)));
    assertThat(standing(partition).find(OWNER)).contains("");

    assertApplied(FencedBatch.after(FIRST, second, partition).set(TOTAL.of(2L)));
    assertThat(standing(partition).find(OWNER)).contains("");
    assertThat(standing(partition).get(TOTAL)).isEqualTo(2);

    assertApplied(FencedBatch.after(second, second.next(), partition).unset(OWNER));
    assertThat(standing(partition).find(OWNER)).isEmpty();
    assertThat(standing(partition).get(TOTAL)).isEqualTo(2);
  }

  @Test
  default void static_columns_need_no_rows_and_are_none() {
    PartitionKey partition = fresh(SHARDS);
    assertApplied(FencedBatch.first(FIRST, partition).set(OWNER.of("one")));
    assertThat(rows(partition)).isEmpty();
    assertThat(store().get(key(partition, 1, "a"))).isEmpty();

    Row row = row(partition, 1, "a", "text");
    assertApplied(FencedBatch.after(FIRST, FIRST.next(), partition).put(row));
    assertThat(standing(partition).get(OWNER)).isEqualTo("one");
    assertThat(rows(partition)).containsExactly(row);
  }

  @Test
  default void the_fence_outlives_all_rows() {
    PartitionKey partition = fresh(SHARDS);
    assertApplied(
        FencedBatch.first(FIRST, partition)
            .set(OWNER.of("one"))
            .put(row(partition, 1, "a", "text"))
            .put(row(partition, 2, "b", "text")));

    assertApplied(FencedBatch.after(FIRST, FIRST.next(), partition).delete(SHARDS.rows()));

    assertThat(rows(partition)).isEmpty();
    assertThat(standing(partition).fence()).isEqualTo(FIRST.next());
    assertThat(standing(partition).get(OWNER)).isEqualTo("one");
  }

  @Test
  default void rows_change_in_the_order_of_the_fences() {
    PartitionKey partition = fresh(SHARDS);
    Fence second = FIRST.next();
    Fence third = second.next();
    Row again = row(partition, 1, "a", "again");
    Row other = row(partition, 1, "b", "other");

    assertApplied(
        FencedBatch.first(FIRST, partition)
            .put(Row.of(key(partition, 1, "a"), TEXT.of("old"), NUMBER.of(1L)))
            .put(other)
            .put(row(partition, 2, "a", "old")));
    assertApplied(
        FencedBatch.after(FIRST, second, partition)
            .delete(key(partition, 1, "a"))
            .delete(SHARDS.rows().above(MAJOR.of(1))));
    assertThat(rows(partition)).containsExactly(other);
    assertApplied(FencedBatch.after(second, third, partition).put(again));
    assertThat(rows(partition)).containsExactly(again, other);
  }

  @Test
  default void a_fenced_put_writes_the_whole_row() {
    PartitionKey partition = fresh(SHARDS);
    assertApplied(
        FencedBatch.first(FIRST, partition)
            .put(Row.of(key(partition, 1, "a"), TEXT.of("old"), NUMBER.of(1L))));
    Row newer = Row.of(key(partition, 1, "a"), NUMBER.of(2L));
    assertApplied(FencedBatch.after(FIRST, FIRST.next(), partition).put(newer));
    assertThat(store().get(newer.key())).contains(newer);
  }

  @Test
  default void a_fenced_partition_may_be_one_row() {
    PartitionKey partition = fresh(DEFINITIONS);
    Row first = Row.of(partition.row(), TEXT.of("first"));
    Row second = Row.of(partition.row());
    Fence third = FIRST.next().next();
    assertApplied(FencedBatch.first(FIRST, partition).put(first));
    assertThat(store().get(partition.row())).contains(first);
    assertApplied(FencedBatch.after(FIRST, FIRST.next(), partition).put(second));
    assertThat(rows(partition)).containsExactly(second);
    assertApplied(FencedBatch.after(FIRST.next(), third, partition).delete(partition.row()));
    assertThat(rows(partition)).isEmpty();
    assertThat(standing(partition).fence()).isEqualTo(third);
  }

  @Test
  default void partitions_have_fences_of_their_own() {
    PartitionKey left = fresh(SHARDS);
    PartitionKey right = fresh(SHARDS);
    assertApplied(FencedBatch.first(FIRST, left).set(OWNER.of("left")));
    assertApplied(FencedBatch.first(Fences.by(2, FIRST), right).set(OWNER.of("right")));
    assertThat(standing(left).get(OWNER)).isEqualTo("left");
    assertThat(standing(right).get(OWNER)).isEqualTo("right");
  }

  @Test
  default void a_look_at_what_was_never_written_sees_nothing() {
    assertThat(store().look(fresh(SHARDS))).isEmpty();
  }

  /** A look sees what was acknowledged. */
  private void assertApplied(FencedBatch.Builder builder) {
    FencedBatch batch = builder.build();
    assertThat(store().writeIf(batch)).isEqualTo(new FenceOutcome.Applied());
    StaticRow seen = store().look(batch.partition()).orElseThrow();
    assertThat(seen.fence()).isEqualTo(batch.next());
    assertThat(seen).isEqualTo(standing(batch.partition()));
  }

  private void assertRejected(Fence standing, FencedBatch.Builder batch) {
    assertThat(store().writeIf(batch.build()))
        .isEqualTo(new FenceOutcome.Rejected(Optional.of(standing)));
  }

  private StaticRow standing(PartitionKey partition) {
    return store().getStatic(partition).orElseThrow();
  }
}
