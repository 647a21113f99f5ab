package io.messina.stream.node;

import io.messina.stream.owner.SavedState;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The cuts of a shard as they stand recorded, for tests of other packages. */
public final class RecordedCuts {

  private RecordedCuts() {}

  /** Where each lane ends, by its epoch; lanes without a row of their own end where they begin. */
  public static NavigableMap<Integer, Long> of(SavedState saved) {
    Cuts cuts = Cuts.of(saved);
    NavigableMap<Integer, Long> ends = new TreeMap<>(cuts.ends());
    for (int epoch = 1; epoch <= cuts.through(); epoch++) {
      ends.putIfAbsent(epoch, 0L);
    }
    return ends;
  }
}
