package io.messina.bench.enrich;

import io.messina.enrich.EnrichmentOptions;

/** What takes turns on Flink. */
enum FlinkContender {
  /** {@code AsyncDataStream.unorderedWait}, which reads and then writes for each event. */
  UNORDERED,
  /** {@code KeyedEnrichment} that reads the row for each round. */
  MERGING,
  /** {@code KeyedEnrichment} with its cache. */
  CACHING,
  /** Unordered, with RocksDB state and a checkpoint each second. */
  UNORDERED_CHECKPOINTS,
  /** Merging, with RocksDB state and a checkpoint each second. */
  MERGING_CHECKPOINTS;

  boolean isUnordered() {
    return this == UNORDERED || this == UNORDERED_CHECKPOINTS;
  }

  boolean checkpoints() {
    return this == UNORDERED_CHECKPOINTS || this == MERGING_CHECKPOINTS;
  }

  EnrichmentOptions options(Settings settings) {
    EnrichmentOptions options = EnrichmentOptions.DEFAULT.permits(settings.permits());
    return this == CACHING ? options : options.cache(EnrichmentOptions.Cache.NONE);
  }

  /** Whom it is compared with. */
  FlinkContender rival() {
    return checkpoints() ? UNORDERED_CHECKPOINTS : UNORDERED;
  }
}
