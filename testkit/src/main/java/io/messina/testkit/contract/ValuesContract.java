package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.VALUES;
import static io.messina.testkit.contract.ContractTables.VALUES_DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.ClusteringKey;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Any value of any type comes back as it was put, from keys too, whose order is that of the type.
 */
interface ValuesContract extends ContractPart {

  @Property
  default void any_values_come_back_as_they_were_put(
      @ForAll(supplier = InPartition.class) List<Object> inPartition,
      @ForAll(supplier = InKey.class) List<Object> inKey,
      @ForAll(supplier = InRow.class) List<Optional<Object>> inRow) {
    PartitionKey partition = partition(VALUES, inPartition);
    RowKey key = new RowKey(partition, new ClusteringKey(VALUES, inKey));
    @Nullable Object[] values = new @Nullable Object[inRow.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = inRow.get(i).orElse(null);
    }
    Row row = Row.ofValues(key, values);

    put(row);

    assertThat(store().get(key)).contains(row);
    assertThat(rows(partition)).containsExactly(row);
  }

  @Property
  default void keys_are_in_the_order_of_their_types(
      @ForAll(supplier = InPartition.class) List<Object> inPartition,
      @ForAll(supplier = NeighbouringKeys.Random.class) NeighbouringKeys keys,
      @ForAll boolean descending) {
    Table table = descending ? VALUES_DESCENDING : VALUES;
    PartitionKey partition = partition(table, inPartition);
    List<Row> all = keys.in(table).stream().map(key -> Row.of(new RowKey(partition, key))).toList();
    put(all.toArray(new Row[0]));
    Scan between = Scan.of(partition, keys.between(table));
    for (Scan scan : List.of(Scan.of(partition), Scan.of(partition).reverse(), between)) {
      assertThat(rows(scan)).as("%s", scan).isEqualTo(PlainModel.scanned(scan, all.stream()));
    }

    store().write(PlainBatch.in(partition, timestamp()).delete(between.range()).build());

    Stream<Row> others =
        all.stream().filter(row -> !between.range().contains(row.key().clustering()));
    assertThat(rows(partition)).isEqualTo(PlainModel.scanned(Scan.of(partition), others));
  }

  private PartitionKey partition(Table table, List<Object> values) {
    List<Object> all = new ArrayList<>();
    all.add(trial().freshName());
    all.addAll(values);
    return new PartitionKey(table, all);
  }

  /** A value for each partition column but the first, which is the name. */
  final class InPartition implements ArbitrarySupplier<List<Object>> {
    @Override
    public Arbitrary<List<Object>> get() {
      List<Column<?>> columns = VALUES.partitionColumns();
      return SampleValues.of(columns.subList(1, columns.size()));
    }
  }

  /** A value for each clustering column. */
  final class InKey implements ArbitrarySupplier<List<Object>> {
    @Override
    public Arbitrary<List<Object>> get() {
      return SampleValues.of(VALUES.clusteringColumns());
    }
  }

  /** A value or none for each other column. */
  final class InRow implements ArbitrarySupplier<List<Optional<Object>>> {
    @Override
    public Arbitrary<List<Optional<Object>>> get() {
      List<Arbitrary<Optional<Object>>> values = new ArrayList<>();
      VALUES.columns().forEach(column -> values.add(SampleValues.of(column.type()).optional(0.8)));
      return Combinators.combine(values).as(list -> List.copyOf(list));
    }
  }
}
