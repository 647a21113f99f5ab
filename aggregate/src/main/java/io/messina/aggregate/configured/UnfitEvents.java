package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.node.SkippedEvents;
import io.messina.api.StreamName;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Streams;
import java.util.List;

/**
 * Appends events that do not fit an aggregate to a stream for dead letters: each once, as long as
 * that stream remembers idempotency keys.
 *
 * @param target the stream for dead letters
 * @param aggregate name and generation, which begin the idempotency keys
 */
record UnfitEvents(Streams streams, StreamName target, String aggregate, EventFields fields)
    implements SkippedEvents {

  @Override
  public void skipped(List<StoredEvent> events) {
    List<Event> unfit =
        events.stream().filter(event -> !fields.excludes(event)).map(this::letter).toList();
    if (!unfit.isEmpty()) {
      streams.stream(target).append(unfit);
    }
  }

  private Event letter(StoredEvent stored) {
    Event event = stored.event();
    EventBuilder letter =
        Event.builder(event.payload())
            .contentType(event.contentType())
            .idempotencyKey("aggregate/" + aggregate + "/" + stored.id());
    event.key().ifPresent(letter::key);
    event.time().ifPresent(letter::time);
    event.headers().forEach(letter::header);
    return letter.build();
  }
}
