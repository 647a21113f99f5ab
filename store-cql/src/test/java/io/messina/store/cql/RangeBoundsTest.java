package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Cell;
import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.Table;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class RangeBoundsTest {

  private static final Column<Integer> A = Column.ofInt("a");
  private static final Column<Integer> B = Column.ofInt("b");
  private static final Table TABLE =
      Table.plain("pairs").partitionedBy(Column.ofText("name")).clusteredBy(A, B).build();

  @Test
  void bounds_compare_as_many_columns_as_they_name() {
    TableNames names = new TableNames("messina", TABLE);
    ClusteringRange range = TABLE.rows().above(A.of(1), B.of(2)).atMost(A.of(3));
    assertThat(RangeBounds.text(names, range)).isEqualTo(" AND (a, b) > (?, ?) AND (a) <= (?)");
    assertThat(RangeBounds.text(names, TABLE.rows())).isEmpty();
  }

  @Test
  void a_range_of_all_rows_is_bounded_by_the_smallest_value() {
    ClusteringRange bounded = RangeBounds.bounded(TABLE.rows());
    assertThat(bounded).isEqualTo(TABLE.rows().atLeast(A.of(Integer.MIN_VALUE)));
    ClusteringRange other = TABLE.rows().below(A.of(1));
    assertThat(RangeBounds.bounded(other)).isEqualTo(other);
  }

  @Property
  void a_range_that_is_called_empty_has_no_row(
      @ForAll @IntRange(max = 3) int lowA,
      @ForAll Optional<@IntRange(max = 3) Integer> lowB,
      @ForAll boolean lowIncluded,
      @ForAll @IntRange(max = 3) int highA,
      @ForAll Optional<@IntRange(max = 3) Integer> highB,
      @ForAll boolean highIncluded) {
    Cell<?>[] low = cells(lowA, lowB);
    Cell<?>[] high = cells(highA, highB);
    ClusteringRange lower = lowIncluded ? TABLE.rows().atLeast(low) : TABLE.rows().above(low);
    ClusteringRange range = highIncluded ? lower.atMost(high) : lower.below(high);
    boolean hasRow = false;
    for (int a = -1; a <= 4; a++) {
      for (int b = -1; b <= 4; b++) {
        hasRow |= range.contains(new ClusteringKey(TABLE, List.of(a, b)));
      }
    }
    if (RangeBounds.isEmpty(range)) {
      assertThat(hasRow).as("%s", range).isFalse();
    }
  }

  private static Cell<?>[] cells(int a, Optional<Integer> b) {
    return b.isPresent() ? new Cell<?>[] {A.of(a), B.of(b.get())} : new Cell<?>[] {A.of(a)};
  }
}
