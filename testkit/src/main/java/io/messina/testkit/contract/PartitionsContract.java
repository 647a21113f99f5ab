package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractPart.assertRefused;
import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.NAME;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.VALUES;
import static io.messina.testkit.contract.ContractTables.WALKED;
import static io.messina.testkit.contract.ContractTables.WALKED_PART;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.ClusteringKey;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StoreException.Code;
import io.messina.store.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * A walk returns every partition that has rows once, in a constant order, and continues after any
 * of them. Others may have partitions in the same table.
 */
interface PartitionsContract extends ContractPart {

  /** More than a few pages. */
  int PARTITIONS = 400;

  /** So often others change their partitions beside a walk. */
  int CHANGES_MAX = 100_000;

  @Test
  default void every_partition_that_has_rows_comes_once() {
    List<PartitionKey> partitions = partitions(trial().freshName(), PARTITIONS);
    for (PartitionKey partition : partitions) {
      put(row(partition, 1), row(partition, 2), row(partition, 3));
    }
    List<PartitionKey> walked = walk(PartitionWalk.of(WALKED));
    assertThat(walked).doesNotHaveDuplicates().containsAll(partitions);
    assertThat(walk(PartitionWalk.of(WALKED))).containsSubsequence(mine(walked, partitions));
  }

  @Test
  default void a_walk_goes_on_behind_any_partition() {
    String name = trial().freshName();
    List<PartitionKey> partitions = partitions(name, 40);
    partitions.forEach(partition -> put(row(partition, 1)));
    List<PartitionKey> order = mine(walk(PartitionWalk.of(WALKED)), partitions);
    for (int i = 0; i < order.size(); i++) {
      PartitionWalk rest = PartitionWalk.of(WALKED).behind(order.get(i));
      assertThat(mine(walk(rest), partitions)).isEqualTo(order.subList(i + 1, order.size()));
    }
  }

  @Test
  default void so_it_does_behind_one_that_is_gone_or_never_was() {
    String name = trial().freshName();
    List<PartitionKey> partitions = partitions(name, 20);
    partitions.forEach(partition -> put(row(partition, 1)));
    List<PartitionKey> order = mine(walk(PartitionWalk.of(WALKED)), partitions);
    PartitionKey gone = order.get(7);
    store().write(PlainBatch.in(gone, timestamp()).deletePartition().build());
    assertThat(mine(walk(PartitionWalk.of(WALKED).behind(gone)), partitions))
        .isEqualTo(order.subList(8, 20));

    for (int i = 0; i < 10; i++) {
      PartitionKey stranger = partition(name, "stranger " + i);
      List<PartitionKey> behind = mine(walk(PartitionWalk.of(WALKED).behind(stranger)), partitions);
      put(row(stranger, 1));
      List<PartitionKey> all = walk(PartitionWalk.of(WALKED));
      List<PartitionKey> after = all.subList(all.indexOf(stranger) + 1, all.size());
      assertThat(behind).isEqualTo(mine(after, partitions));
    }
  }

  @Test
  default void a_partition_of_which_one_row_is_left_comes() {
    String name = trial().freshName();
    PartitionKey trimmed = partition(name, "trimmed");
    put(IntStream.range(0, 500).mapToObj(i -> row(trimmed, i)).toArray(Row[]::new));
    store()
        .write(
            PlainBatch.in(trimmed, timestamp()).delete(WALKED.rows().below(MAJOR.of(499))).build());
    PartitionKey emptied = partition(name, "emptied");
    IntStream.range(0, 10).forEach(i -> put(row(emptied, i)));
    for (int i = 0; i < 9; i++) {
      store().write(PlainBatch.in(emptied, timestamp()).delete(row(emptied, i).key()).build());
    }
    PartitionKey expired = partition(name, "expired");
    store()
        .write(
            PlainBatch.in(expired, timestamp())
                .put(row(expired, 1), clock().instant().plus(Duration.ofHours(1)))
                .put(row(expired, 2), clock().instant().plus(Duration.ofHours(9)))
                .build());
    PartitionKey again = partition(name, "again");
    put(row(again, 1));
    store().write(PlainBatch.in(again, timestamp()).deletePartition().build());
    put(row(again, 2));
    clock().advance(Duration.ofHours(2));

    List<PartitionKey> live = List.of(trimmed, emptied, expired, again);
    assertThat(mine(walk(PartitionWalk.of(WALKED)), live))
        .containsExactlyInAnyOrderElementsOf(live);
  }

  @Test
  default void one_that_has_rows_no_more_comes_at_most_once_and_hides_no_other() {
    String name = trial().freshName();
    List<PartitionKey> partitions = partitions(name, 60);
    partitions.forEach(partition -> put(row(partition, 1), row(partition, 2)));
    List<PartitionKey> live = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      PartitionKey partition = partitions.get(i);
      PlainBatch.Builder delete = PlainBatch.in(partition, timestamp());
      switch (i % 4) {
        case 0 -> store().write(delete.deletePartition().build());
        case 1 -> store().write(delete.delete(WALKED.rows()).build());
        case 2 ->
            store()
                .write(
                    delete.delete(row(partition, 1).key()).delete(row(partition, 2).key()).build());
        default -> live.add(partition);
      }
    }
    List<PartitionKey> walked = walk(PartitionWalk.of(WALKED));
    assertThat(walked).doesNotHaveDuplicates().containsAll(live);
    assertThat(walked).doesNotContain(partition(name, "never written"));
  }

  @Test
  default void those_that_stay_come_once_while_others_come_and_go() throws Exception {
    String name = trial().freshName();
    List<PartitionKey> staying = partitions(name, 100);
    staying.forEach(partition -> put(row(partition, 0)));
    List<PartitionKey> others = partitions(trial().freshName(), 100);
    AtomicBoolean ended = new AtomicBoolean();
    Callable<Integer> changing =
        () -> {
          int change = 0;
          for (; change < CHANGES_MAX && !ended.get(); change++) {
            PartitionKey other = others.get(change % others.size());
            put(row(other, change));
            store().write(PlainBatch.in(other, timestamp()).deletePartition().build());
            move(staying.get(change % staying.size()), change / staying.size());
          }
          return change;
        };
    Callable<Integer> walking =
        () -> {
          try {
            for (int i = 0; i < 20; i++) {
              List<PartitionKey> walked = walk(PartitionWalk.of(WALKED));
              assertThat(walked).doesNotHaveDuplicates().containsAll(staying);
            }
            return 0;
          } finally {
            ended.set(true);
          }
        };
    runConcurrently(List.of(changing, walking));
  }

  @Test
  default void asking_for_more_takes_nothing_and_the_end_is_an_exception() {
    PartitionKey only = partition(trial().freshName(), "only");
    put(row(only, 1));
    List<PartitionKey> expected = walk(PartitionWalk.of(WALKED));
    Iterator<PartitionKey> taking = store().partitions(PartitionWalk.of(WALKED));
    for (PartitionKey partition : expected) {
      assertThat(taking.next()).isEqualTo(partition);
    }
    assertThatThrownBy(taking::next).isInstanceOf(NoSuchElementException.class);
    Iterator<PartitionKey> asking = store().partitions(PartitionWalk.of(WALKED));
    for (PartitionKey partition : expected) {
      assertThat(asking.hasNext()).isTrue();
      assertThat(asking.hasNext()).isTrue();
      assertThat(asking.next()).isEqualTo(partition);
    }
    assertThat(asking.hasNext()).isFalse();
    assertThat(asking.hasNext()).isFalse();
  }

  @Test
  default void a_walk_may_be_dropped_half_way_and_many_may_be_open() {
    List<PartitionKey> partitions = partitions(trial().freshName(), 30);
    partitions.forEach(partition -> put(row(partition, 1)));
    List<PartitionKey> expected = walk(PartitionWalk.of(WALKED));
    List<Iterator<PartitionKey>> open = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      open.add(store().partitions(PartitionWalk.of(WALKED)));
      assertThat(open.getLast().next()).isEqualTo(expected.getFirst());
    }
    List<PartitionKey> rest = new ArrayList<>();
    open.get(50).forEachRemaining(rest::add);
    assertThat(rest).isEqualTo(expected.subList(1, expected.size()));
  }

  @Property(tries = 5)
  default void keys_of_all_types_come_as_they_are(
      @ForAll(supplier = KeysOfAllTypes.class) Set<List<Object>> keys,
      @ForAll(supplier = ValuesContract.InKey.class) List<Object> inKey) {
    String name = trial().freshName();
    Set<PartitionKey> partitions = new HashSet<>();
    for (List<Object> inPartition : keys) {
      List<Object> values = new ArrayList<>();
      values.add(name);
      values.addAll(inPartition);
      PartitionKey partition = new PartitionKey(VALUES, values);
      put(Row.of(new RowKey(partition, new ClusteringKey(VALUES, inKey))));
      partitions.add(partition);
    }
    List<PartitionKey> walked = walk(PartitionWalk.of(VALUES));
    walked.removeIf(key -> !key.get(NAME).equals(name));
    assertThat(walked).containsExactlyInAnyOrderElementsOf(partitions);
    PartitionWalk rest = PartitionWalk.of(VALUES).behind(walked.getFirst());
    assertThat(mine(walk(rest), walked)).isEqualTo(walked.subList(1, walked.size()));
  }

  @Test
  default void a_walk_of_what_is_no_such_table_is_refused() {
    assertThatThrownBy(() -> store().partitions(PartitionWalk.of(SHARDS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(SHARDS.name());
    Table missing = Table.plain("contract_missing").partitionedBy(NAME).clusteredBy(MAJOR).build();
    assertRefused(
        Code.TABLE_MISSING, () -> store().partitions(PartitionWalk.of(missing)).hasNext());
    Table other = Table.plain(ROWS.name()).partitionedBy(NAME).clusteredBy(MAJOR).build();
    assertRefused(Code.TABLE_DIFFERS, () -> store().partitions(PartitionWalk.of(other)).hasNext());
    PartitionKey larger =
        partition(trial().freshName(), "p".repeat(store().limits().partitionKeyBytesMax()));
    assertRefused(
        Code.LIMIT_EXCEEDED,
        () -> store().partitions(PartitionWalk.of(WALKED).behind(larger)).hasNext());
  }

  private List<PartitionKey> walk(PartitionWalk walk) {
    List<PartitionKey> walked = new ArrayList<>();
    store().partitions(walk).forEachRemaining(walked::add);
    return walked;
  }

  /** The partition always has one row. */
  private void move(PartitionKey partition, int from) {
    store()
        .write(
            PlainBatch.in(partition, timestamp())
                .delete(WALKED.rows().atMost(MAJOR.of(from)))
                .put(row(partition, from + 1))
                .build());
  }

  private static List<PartitionKey> mine(List<PartitionKey> walked, List<PartitionKey> mine) {
    Set<PartitionKey> kept = new HashSet<>(mine);
    return walked.stream().filter(kept::contains).toList();
  }

  private static List<PartitionKey> partitions(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> partition(name, "part " + i)).toList();
  }

  private static PartitionKey partition(String name, String part) {
    return WALKED.partition(NAME.of(name), WALKED_PART.of(part));
  }

  private static Row row(PartitionKey partition, int major) {
    return Row.of(partition.row(MAJOR.of(major)));
  }

  /** Keys of partitions in the table of all types, each without its name. */
  final class KeysOfAllTypes implements ArbitrarySupplier<Set<List<Object>>> {
    @Override
    public Arbitrary<Set<List<Object>>> get() {
      return new ValuesContract.InPartition().get().set().ofMinSize(1).ofMaxSize(60);
    }
  }
}
