package io.messina.client.stream;

import io.messina.api.EventId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An event that waits to be stored, as the line it will be. */
record PendingEvent(byte[] line, CompletableFuture<Optional<EventId>> stored) {

  PendingEvent(byte[] line) {
    this(line, new CompletableFuture<>());
  }

  int bytes() {
    return line.length + 1;
  }
}
