package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An event of a message, with its event in the stream. */
record TrackedEvent(StoredEvent stored, MessageEvent event) {

  String message() {
    return event.message();
  }

  /** Until when it can be looked at. */
  Instant until() {
    Instant happened = stored.appendTime();
    return event
        .details()
        .departure()
        .filter(happened::isBefore)
        .orElse(happened)
        .plus(MessageTable.KEPT)
        .truncatedTo(ChronoUnit.MILLIS);
  }
}
