package io.messina.cassandra;

/** The time at which a node makes writes durable. */
public enum CommitLog {
  /**
   * Every second, while the default of Cassandra is ten: a node that is killed forgets the writes
   * that it acknowledged last, unless other nodes have them.
   */
  PERIODIC,
  /** Before it answers: for a lone node that is killed. */
  BATCH
}
