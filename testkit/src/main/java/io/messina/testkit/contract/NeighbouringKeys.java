package io.messina.testkit.contract;

import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringRange;
import io.messina.store.ClusteringRange.Bound;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/**
 * Keys of all sortable types that differ in one column, so that each column decides in its turn.
 *
 * @param column which
 * @param values of each key, in the order of the table's clustering columns
 */
record NeighbouringKeys(int column, List<List<Object>> values) {

  /** Random neighbours. */
  static final class Random implements ArbitrarySupplier<NeighbouringKeys> {
    @Override
    public Arbitrary<NeighbouringKeys> get() {
      int columns = ContractTables.VALUES.clusteringColumns().size();
      return Arbitraries.integers().between(0, columns - 1).flatMap(Random::differingIn);
    }

    private static Arbitrary<NeighbouringKeys> differingIn(int column) {
      var columns = ContractTables.VALUES.clusteringColumns();
      Arbitrary<List<Object>> common = SampleValues.of(columns);
      Arbitrary<List<Object>> different =
          SampleValues.of(columns.get(column).type())
              .list()
              .ofMinSize(2)
              .ofMaxSize(8)
              .uniqueElements();
      return Combinators.combine(common, different)
          .as(
              (base, others) ->
                  new NeighbouringKeys(
                      column, others.stream().map(other -> with(base, column, other)).toList()));
    }

    private static List<Object> with(List<Object> base, int column, Object value) {
      List<Object> values = new ArrayList<>(base);
      values.set(column, value);
      return values;
    }
  }

  List<ClusteringKey> in(Table table) {
    return values.stream().map(key -> new ClusteringKey(table, key)).toList();
  }

  /** From behind all that begins like the first key to the last that begins like the second. */
  ClusteringRange between(Table table) {
    return new ClusteringRange(
        table,
        Optional.of(new Bound(prefix(table, 0), false)),
        Optional.of(new Bound(prefix(table, 1), true)));
  }

  private ClusteringKey prefix(Table table, int key) {
    return new ClusteringKey(table, values.get(key).subList(0, column + 1));
  }
}
