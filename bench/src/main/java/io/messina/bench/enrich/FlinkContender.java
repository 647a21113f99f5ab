package io.messina.bench.enrich;

import io.messina.enrich.EnrichmentOptions;
import io.messina.flink.enrichment.KeyedEnrichment;
import java.util.List;

/** The contenders that take turns on Flink. */
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
  MERGING_CHECKPOINTS,
  /** Buffers in keyed state, and a timer for each key that looks for the answer. */
  TIMERS,
  /** {@code TableKeyedAsyncWaitOperator}, which handles one event of a key after the other. */
  KEY_ORDERED,
  /** One call after the other. */
  SYNCHRONOUS;

  /** As fast as may be. */
  static final List<FlinkContender> THROUGHPUT =
      List.of(UNORDERED, MERGING, CACHING, UNORDERED_CHECKPOINTS, MERGING_CHECKPOINTS);

  /** At a given rate. */
  static final List<FlinkContender> LATENCY = List.of(UNORDERED, MERGING, CACHING);

  /** Ours beside other designs. */
  static final List<FlinkContender> DESIGNS =
      List.of(UNORDERED, MERGING, TIMERS, KEY_ORDERED, SYNCHRONOUS);

  private static final int SLOW = 20;
  private static final int VERY_SLOW = 1_000;

  boolean checkpoints() {
    return this == UNORDERED_CHECKPOINTS || this == MERGING_CHECKPOINTS;
  }

  EnrichmentOptions options(EnrichmentSettings settings) {
    EnrichmentOptions options = KeyedEnrichment.OPTIONS.permits(settings.permits());
    return this == CACHING ? options : options.cache(EnrichmentOptions.Cache.NONE);
  }

  /** Fewer events for contenders that would take hours. */
  EnrichmentSettings settings(EnrichmentSettings asked, EnrichmentArm arm) {
    int part =
        this == SYNCHRONOUS
            ? VERY_SLOW
            : this == KEY_ORDERED && arm == EnrichmentArm.ZIPF ? SLOW : 1;
    return asked.withEvents(Math.max(1, asked.events() / part));
  }

  /** Returns the contender to compare it with. */
  FlinkContender rival() {
    return checkpoints() ? UNORDERED_CHECKPOINTS : UNORDERED;
  }
}
