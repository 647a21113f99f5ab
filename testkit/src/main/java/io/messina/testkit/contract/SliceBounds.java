package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.MAJOR;
import static io.messina.testkit.contract.ContractTables.MINOR;

import io.messina.store.Cell;
import io.messina.store.ClusteringRange;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two ends of a range of rows with a major and a minor number, in any table of rows with these
 * numbers.
 *
 * @param lower the end at the smallest, if there is one
 * @param upper the end at the largest, if there is one
 */
record SliceBounds(Optional<End> lower, Optional<End> upper) {

  /**
   * One end.
   *
   * @param major the first number
   * @param minor the second, if rows are cut off by it too
   * @param inclusive whether rows that begin with these belong to the range
   */
  record End(int major, Optional<String> minor, boolean inclusive) {

    private Cell<?>[] cells() {
      return Stream.concat(Stream.of(MAJOR.of(major)), minor.map(MINOR::of).stream())
          .toArray(Cell<?>[]::new);
    }
  }

  ClusteringRange in(Table table) {
    ClusteringRange range = table.rows();
    if (lower.isPresent()) {
      Cell<?>[] cells = lower.get().cells();
      range = lower.get().inclusive() ? range.atLeast(cells) : range.above(cells);
    }
    if (upper.isPresent()) {
      Cell<?>[] cells = upper.get().cells();
      range = upper.get().inclusive() ? range.atMost(cells) : range.below(cells);
    }
    return range;
  }

  /** Each pair of ends, of every form, around the middle of rows 1 to 3 and a to c. */
  static List<ClusteringRange> all(Table table) {
    List<Optional<End>> ends = new ArrayList<>();
    ends.add(Optional.empty());
    for (boolean inclusive : new boolean[] {true, false}) {
      for (int major : new int[] {2, 3}) {
        ends.add(Optional.of(new End(major, Optional.empty(), inclusive)));
        ends.add(Optional.of(new End(major, Optional.of("b"), inclusive)));
      }
    }
    return ends.stream()
        .flatMap(lower -> ends.stream().map(upper -> new SliceBounds(lower, upper).in(table)))
        .toList();
  }
}
