package io.messina.enrich;

import io.messina.enrich.EnrichmentOptions.Permits;

/**
 * The limit on requests at the database: fixed, or adapted so that they do not slow each other
 * down. After as many answers as there are permits, their mean latency is compared with the best
 * mean so far: up to twice that long, there is one permit more; beyond, there is a tenth less. The
 * best mean rises slowly, so that a database that has become slower for good is not held against
 * its better days.
 */
final class PermitLimit {

  private static final int SLOW = 2;
  private static final int PART_LESS = 10;
  private static final int PART_RISEN = 100;

  private final Permits bounds;
  private int limit;
  private long latencies;
  private int answers;
  private long best = Long.MAX_VALUE;

  PermitLimit(Permits bounds) {
    this.bounds = bounds;
    this.limit = bounds.least();
  }

  int limit() {
    return limit;
  }

  /** A request took so long, whether it was answered or given up. */
  void ended(long latencyNanos) {
    if (bounds.least() == bounds.most()) {
      return;
    }
    latencies += latencyNanos;
    if (++answers >= limit) {
      adapt(latencies / answers);
      latencies = 0;
      answers = 0;
    }
  }

  private void adapt(long mean) {
    if (mean < best) {
      best = mean;
    } else {
      best += (mean - best) / PART_RISEN;
    }
    limit =
        mean / SLOW <= best
            ? Math.min(bounds.most(), limit + 1)
            : Math.max(bounds.least(), limit - Math.max(1, limit / PART_LESS));
  }
}
