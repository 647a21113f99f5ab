package io.messina.store;

import static io.messina.store.Examples.LASTING;
import static io.messina.store.Examples.MAJOR;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.NUMBER;
import static io.messina.store.Examples.OWNER;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.TEXT;
import static io.messina.store.Examples.assertRefused;
import static io.messina.store.Examples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowTest {

  private static final RowKey KEY = key(PARTITION, 1, "a");
  private static final PartitionKey SHARD = SHARDS.partition(NAME.of("s"));
  private static final Fence FENCE = new Fence(3, 7, new Incarnation(new UUID(1, 2)));

  @Test
  void a_row_gives_the_values_of_its_columns_and_its_key() {
    Row row = Row.of(KEY, NUMBER.of(7L), TEXT.of(""));
    assertThat(row.get(TEXT)).isEmpty();
    assertThat(row.get(NUMBER)).isEqualTo(7);
    assertThat(row.get(MAJOR)).isEqualTo(1);
    assertThat(row.get(NAME)).isEqualTo("p");
    assertThat(row).hasToString("rows(name=p)(major=1, minor=a) {text=, number=7}");
  }

  @Test
  void a_column_may_be_absent() {
    Row row = Row.of(KEY, NUMBER.of(7L));
    assertThat(row.find(TEXT)).isEmpty();
    assertThatThrownBy(() -> row.get(TEXT))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("rows(name=p)(major=1, minor=a): no text");
  }

  @Test
  void a_row_has_columns_of_its_table_each_once() {
    assertRefused(
        "rows: owner text (expected: one of [text text, number long])",
        () -> Row.of(KEY, OWNER.of("a")));
    assertRefused(
        "rows: major int (expected: one of [text text, number long])",
        () -> Row.of(KEY, MAJOR.of(1)));
    assertRefused(
        "rows: text int (expected: one of [text text, number long])",
        () -> Row.of(KEY, Column.ofInt("text").of(1)));
    assertRefused(
        "rows: text twice (expected: a value per column)",
        () -> Row.of(KEY, TEXT.of("a"), TEXT.of("b")));
    assertRefused("rows: owner text (expected: one of [name text])", () -> Row.of(KEY).find(OWNER));
  }

  @Test
  void values_of_engines_are_checked_too() {
    assertThat(Row.ofValues(KEY, new @Nullable Object[] {null, 7L}))
        .isEqualTo(Row.of(KEY, NUMBER.of(7L)));
    assertRefused(
        "rows: 1 values (expected: 2)", () -> Row.ofValues(KEY, new @Nullable Object[] {"a"}));
    assertRefused(
        "number: a Integer (expected: Long)",
        () -> Row.ofValues(KEY, new @Nullable Object[] {"a", 7}));
  }

  @Test
  void rows_are_equal_by_key_and_values() {
    Row row = Row.of(KEY, NUMBER.of(7L));
    assertThat(Row.of(KEY, NUMBER.of(7L))).isEqualTo(row).hasSameHashCodeAs(row);
    assertThat(Row.of(KEY, NUMBER.of(8L))).isNotEqualTo(row);
    assertThat(Row.of(KEY)).isNotEqualTo(row);
    assertThat(Row.of(key(PARTITION, 2, "a"), NUMBER.of(7L))).isNotEqualTo(row);
    assertThat(Row.of(LASTING.partition(NAME.of("p")).row(), NUMBER.of(7L))).isNotEqualTo(row);
  }

  @Test
  void a_static_row_gives_fence_and_static_columns() {
    StaticRow row = StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[] {"a"});
    assertThat(row.fence()).isEqualTo(FENCE);
    assertThat(row.partition()).isEqualTo(SHARD);
    assertThat(row.get(OWNER)).isEqualTo("a");
    assertThat(row).hasToString("shards(name=s) " + FENCE + " {owner=a}");
    assertRefused("shards: text text (expected: one of [owner text])", () -> row.find(TEXT));
  }

  @Test
  void a_static_column_may_be_absent() {
    StaticRow row = StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[1]);
    assertThat(row.find(OWNER)).isEmpty();
    assertThatThrownBy(() -> row.get(OWNER))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("shards(name=s): no owner");
    assertThat(row)
        .isEqualTo(StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[1]))
        .isNotEqualTo(StaticRow.ofValues(SHARD, FENCE.next(), new @Nullable Object[1]))
        .isNotEqualTo(StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[] {"a"}));
  }

  @Test
  void static_values_of_engines_are_checked_too() {
    assertRefused(
        "shards: 2 values (expected: 1)",
        () -> StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[] {"a", "b"}));
    assertRefused(
        "owner: a Integer (expected: String)",
        () -> StaticRow.ofValues(SHARD, FENCE, new @Nullable Object[] {1}));
  }
}
