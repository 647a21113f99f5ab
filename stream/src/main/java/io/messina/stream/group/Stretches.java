package io.messina.stream.group;

import io.messina.store.ClusteringRange;
import java.util.ArrayList;
import java.util.List;

/** Finds what stands next to each other among positions. */
final class Stretches {

  private Stretches() {}

  /** Positions from the first to the last. */
  record Stretch(long first, long last) {

    ClusteringRange range() {
      return DeadLetterTable.between(first, last);
    }
  }

  static List<Stretch> of(long[] ascending) {
    List<Stretch> stretches = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= ascending.length; i++) {
      if (i == ascending.length || ascending[i] != ascending[i - 1] + 1) {
        stretches.add(new Stretch(ascending[from], ascending[i - 1]));
        from = i;
      }
    }
    return stretches;
  }
}
