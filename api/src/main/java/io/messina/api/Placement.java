package io.messina.api;

import java.util.Locale;

/** How a stream chooses where its shards live in the database. */
public enum Placement {

  /** It does not: partitions lie where their keys happen to lead. */
  ANY,

  /**
   * Each shard has a home, one core of one node, or one node if these are not divided: all of its
   * log and its state lie there, and on the same cores of the same further replicas.
   */
  CORE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
