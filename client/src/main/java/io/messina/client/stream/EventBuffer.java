package io.messina.client.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Events that wait for their request, in order, and the events under way. Decides; for one thread.
 */
final class EventBuffer {

  private final BatchingOptions options;
  private final Deque<PendingEvent> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private long sentBytes;
  private boolean sending;
  private int urgent;

  EventBuffer(BatchingOptions options) {
    this.options = options;
  }

  boolean hasRoomFor(PendingEvent event) {
    return waitingBytes + sentBytes + event.bytes() <= options.bufferBytes();
  }

  /** Whether the event is the first to wait, so that its linger begins. */
  boolean add(PendingEvent event) {
    waiting.add(event);
    waitingBytes += event.bytes();
    return waiting.size() == 1;
  }

  /** Sends the waiting events without waiting for others. */
  void hurry() {
    urgent = waiting.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty() && !sending;
  }

  /** The next request; empty if one is under way or it may still grow. */
  List<PendingEvent> next() {
    boolean full = waiting.size() >= options.batchEvents() || waitingBytes >= options.batchBytes();
    if (sending || waiting.isEmpty() || !(full || urgent > 0)) {
      return List.of();
    }
    return take();
  }

  private List<PendingEvent> take() {
    List<PendingEvent> batch = new ArrayList<>();
    long bytes = 0;
    while (!waiting.isEmpty() && fits(batch.size(), bytes + waiting.element().bytes())) {
      PendingEvent event = waiting.remove();
      bytes += event.bytes();
      batch.add(event);
    }
    urgent = Math.max(0, urgent - batch.size());
    waitingBytes -= bytes;
    sentBytes = bytes;
    sending = true;
    return batch;
  }

  private boolean fits(int events, long bytes) {
    return events == 0 || (events < options.batchEvents() && bytes <= options.batchBytes());
  }

  /** The request is answered; the events gathered since then have waited long enough. */
  void sent() {
    sending = false;
    sentBytes = 0;
    hurry();
  }
}
