package io.messina.sink;

import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkPace;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.follow.JobDeadLetters;
import java.time.Duration;

/**
 * The fields that the shards of a sink share.
 *
 * @param context of the process
 * @param sink its definition
 * @param stream that it follows
 * @param poster sends
 * @param letters gets the events that are refused
 * @param tally counts
 */
record SinkSite(
    Context context,
    SinkDefinition sink,
    CatalogStream stream,
    Poster poster,
    JobDeadLetters letters,
    SinkTally tally) {

  private static final double JITTER = 0.2;

  SinkPace pace() {
    return sink.options().pace();
  }

  private int shards() {
    return stream.options().shards();
  }

  WrittenEvent written(StoredEvent event) {
    return WrittenEvent.of(
        sink.options().request().format(), sink.options().stream().value(), event);
  }

  Duration backoff(int failures) {
    return new ExponentialBackoff(pace().backoffFirst(), pace().backoffLongest(), JITTER)
        .after(failures, context.random());
  }

  /** The number of events that a shard may post at a time, so that none has to wait for long. */
  int batchMax() {
    return pace()
        .perSecond()
        .map(most -> Math.clamp(most / shards(), 1, pace().batch()))
        .orElse(pace().batch());
  }

  /** The pause of a shard after some events: each shard has an equal part of the rate. */
  Duration pauseAfter(int events) {
    return pace()
        .perSecond()
        .map(most -> Duration.ofSeconds(events).multipliedBy(shards()).dividedBy(most))
        .orElse(Duration.ZERO);
  }
}
