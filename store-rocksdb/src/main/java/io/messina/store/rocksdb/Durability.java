package io.messina.store.rocksdb;

/** The failures that an acknowledged write survives. */
public enum Durability {
  /**
   * The process being killed and the machine losing power: the write-ahead log is synced before a
   * write is acknowledged.
   */
  SYNC,
  /**
   * The process being killed, but not the machine losing power: the log is handed to the operating
   * system, which writes it within seconds. Faster, and the default of Kafka.
   */
  OS
}
