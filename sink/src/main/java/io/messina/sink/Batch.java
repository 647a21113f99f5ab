package io.messina.sink;

import io.messina.connectors.SendTracer;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import java.util.List;

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

  /** The next attempt to post it. */
  SendTracer.Attempt attempt(String sink) {
    return new SendTracer.Attempt(
        "post",
        sink,
        first().toString(),
        events.stream().map(each -> each.stored().event().headers()).toList(),
        attempts + 1);
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
