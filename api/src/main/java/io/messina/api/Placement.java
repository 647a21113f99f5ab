package io.messina.api;

import java.util.Locale;

/** Placement of the shards of a stream in the database. */
public enum Placement {

  /** No choice: the hash of each partition key decides. */
  ANY,

  /**
   * Each shard has a home, one core of one node, or one node if these are not divided: all of its
   * log and its state are on it, and on the same cores of the same further replicas.
   */
  CORE;

  /** As JSON has it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
