package io.messina.stream.group;

import io.messina.store.ClusteringRange;
import java.util.ArrayList;
import java.util.List;

/** A range of adjacent positions, packed. */
record PositionRange(long first, long last) {

  /** The fewest ranges that contain exactly these positions. */
  static List<PositionRange> of(long[] ascending) {
    List<PositionRange> ranges = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= ascending.length; i++) {
      if (i == ascending.length || ascending[i] != ascending[i - 1] + 1) {
        ranges.add(new PositionRange(ascending[from], ascending[i - 1]));
        from = i;
      }
    }
    return ranges;
  }

  ClusteringRange rows() {
    return DeadLetterTable.between(first, last);
  }
}
