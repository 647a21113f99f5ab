package io.messina.sink;

import io.messina.api.TraceHeaders;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import java.util.List;
import java.util.Map;

/**
 * Events of a shard for one request.
 *
 * @param shard of all
 * @param events at least one, in their order
 * @param attempts the number of times that these events were posted already
 */
record Batch(ShardId shard, List<WrittenEvent> events, int attempts) {

  EventAddress first() {
    return events.getFirst().stored().id();
  }

  EventAddress last() {
    return events.getLast().stored().id();
  }

  /** The trace of a single event; several may have several traces. */
  Map<String, String> trace() {
    return events.size() == 1
        ? TraceHeaders.of(events.getFirst().stored().event().headers())
        : Map.of();
  }

  Batch again() {
    return new Batch(shard, events, attempts + 1);
  }

  /** The first half of several events. */
  Batch firstHalf() {
    return new Batch(shard, events.subList(0, events.size() / 2), attempts);
  }

  Batch secondHalf() {
    return new Batch(shard, events.subList(events.size() / 2, events.size()), attempts);
  }

  /** The same at each attempt, as in {@code edits~1/3/2.5-2.104}. */
  @Override
  public String toString() {
    return "%s/%s-%s".formatted(shard, first().position(), last().position());
  }
}
