package io.messina.cassandra;

/** When a node makes what it was sent durable. */
public enum CommitLog {
  /**
   * Every second, as Cassandra does by itself every ten: a node that is killed forgets what it
   * acknowledged last, unless other nodes have it.
   */
  PERIODIC,
  /** Before it answers: for a lone node that is killed. */
  BATCH
}
