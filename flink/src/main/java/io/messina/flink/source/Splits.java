package io.messina.flink.source;

import java.util.List;

/**
 * The splits of a source that no reader has.
 *
 * @param found whether the shards of the stream were asked for
 * @param generation which creation of the stream they are of, from 1; 0 where that is not known
 * @param unassigned the splits that wait for a reader
 */
public record Splits(boolean found, int generation, List<ShardSplit> unassigned) {

  static final Splits NONE = new Splits(false, 0, List.of());

  /** Copies the splits, so that later changes by the caller have no effect. */
  public Splits {
    unassigned = List.copyOf(unassigned);
  }
}
