package io.messina.flink.source;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.client.stream.ReadEvents;
import java.io.IOException;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stretches of a shard whose events had expired before they were read: the job fails, unless they
 * shall be skipped. Events that had expired before the oldest event of a job that begins with it do
 * not count. For one thread.
 */
final class ExpiredEvents {

  /** The name of the counter. */
  static final String METRIC = "gapsSkipped";

  private static final Logger LOG = LoggerFactory.getLogger(ExpiredEvents.class);

  private final boolean skips;
  private final Counter count;

  ExpiredEvents(boolean skips, MetricGroup metrics) {
    this.skips = skips;
    this.count = metrics.counter(METRIC);
  }

  /**
   * Checks a page that was read from a shard.
   *
   * @throws IOException if events of it had expired, and are not to be passed over
   */
  void check(StreamName stream, ShardSplit split, ReadEvents page) throws IOException {
    boolean begins = split.next().equals(Position.START);
    Position oldest = page.events().isEmpty() ? page.next() : page.events().get(0).position();
    for (Position end : page.gaps()) {
      if (begins && end.compareTo(oldest) <= 0) {
        continue;
      }
      if (!skips) {
        throw new IOException(
            "shard %d of %s: events from %s to %s have expired, or are damaged, and were not read (expected: a job that is never behind for as long as the stream keeps events; a source with skipExpired() goes on behind them)"
                .formatted(split.shard(), stream, split.next(), end));
      }
      count.inc();
      LOG.warn(
          "shard {} of {}: events up to {} have expired, or are damaged, and are passed over",
          split.shard(),
          stream,
          end);
    }
  }

  /** Returns the number of stretches skipped. */
  long count() {
    return count.getCount();
  }
}
