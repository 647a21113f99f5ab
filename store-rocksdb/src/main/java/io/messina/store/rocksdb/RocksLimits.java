package io.messina.store.rocksdb;

import io.messina.store.StoreLimits;
import java.time.Duration;
import java.time.Instant;

/** The limits of this engine: bounded so that one batch fits comfortably into a write buffer. */
final class RocksLimits {

  static final int BATCH_BYTES_MAX = 16 * 1024 * 1024;

  private static final int PARTITION_KEY_BYTES_MAX = 4 * 1024;
  private static final int CLUSTERING_KEY_BYTES_MAX = 4 * 1024;
  private static final int VALUE_BYTES_MAX = 8 * 1024 * 1024;
  private static final int BATCH_MUTATIONS_MAX = 5_000;
  private static final Instant EXPIRES_AT_MAX = Instant.parse("9999-12-31T23:59:59Z");

  private RocksLimits() {}

  static StoreLimits of(Duration deleteMemory) {
    return new StoreLimits(
        PARTITION_KEY_BYTES_MAX,
        CLUSTERING_KEY_BYTES_MAX,
        VALUE_BYTES_MAX,
        BATCH_BYTES_MAX,
        BATCH_MUTATIONS_MAX,
        EXPIRES_AT_MAX,
        deleteMemory);
  }
}
