package io.messina.flink.source;

import java.util.List;

/**
 * The splits of a source that no reader has.
 *
 * @param found whether the shards of the stream were asked for
 * @param unassigned those that wait for a reader
 */
public record Splits(boolean found, List<ShardSplit> unassigned) {

  static final Splits NONE = new Splits(false, List.of());

  /** Splits that nobody changes any more. */
  public Splits {
    unassigned = List.copyOf(unassigned);
  }
}
