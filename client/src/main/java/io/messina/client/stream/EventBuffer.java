package io.messina.client.stream;

import io.messina.api.StreamOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait for their request, in order, and the events under way. Decides; for one thread.
 *
 * <p>There are two lanes, for keys of the lower and of the upper half of the shards, and a lane has
 * one request under way at most; so two requests may be under way, never for one shard. An event
 * without a key is in the lower lane. All events are in it as long as the definition of the stream
 * is not known, and for good if the stream has one shard, or if it takes keys from payloads and
 * events without a key were given: these may have keys of either half.
 */
final class EventBuffer {

  private final BatchingOptions options;
  private final Lane lower = new Lane();
  private final Lane upper = new Lane();
  private long bytes;
  private boolean keylessGiven;
  private boolean keysInPayloads;
  private boolean known;
  private boolean split;
  private boolean together;

  /** A part of the events, of which one request at a time is sent. */
  private static final class Lane {
    private final Deque<PendingEvent> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private int urgent;
    private boolean sending;

    private void add(PendingEvent event) {
      waiting.add(event);
      waitingBytes += event.bytes();
    }

    private PendingEvent remove() {
      PendingEvent event = waiting.remove();
      waitingBytes -= event.bytes();
      urgent = Math.max(0, urgent - 1);
      return event;
    }

    private void putBack(PendingEvent event) {
      waiting.addFirst(event);
      waitingBytes += event.bytes();
      urgent++;
    }

    private boolean isEmpty() {
      return waiting.isEmpty() && !sending;
    }
  }

  /**
   * The events of a request.
   *
   * @param lanes those that it blocks
   */
  record Taken(List<Lane> lanes, List<PendingEvent> events) {}

  EventBuffer(BatchingOptions options) {
    this.options = options;
  }

  boolean hasRoomFor(PendingEvent event) {
    return bytes + event.bytes() <= options.bufferBytes();
  }

  /** Whether the event is the first of its lane to wait, so that its linger begins. */
  boolean add(PendingEvent event) {
    if (!event.hasKey() && !keylessGiven) {
      keylessGiven = true;
      join();
    }
    Lane lane = split ? half(event) : lower;
    lane.add(event);
    bytes += event.bytes();
    return lane.waiting.size() == 1;
  }

  private Lane half(PendingEvent event) {
    return event.hasKey() && event.token() >= 0 ? upper : lower;
  }

  /** The stream is so, as far as the client knows. */
  void learn(StreamOptions stream) {
    known = true;
    keysInPayloads = stream.key().isPresent();
    together |= stream.shards() == 1;
    join();
  }

  /** The client will not hear of it if the definition of the stream changes. */
  void knowsNothing() {
    together = true;
    join();
  }

  private void join() {
    together |= keysInPayloads && keylessGiven;
    split &= !together;
  }

  /** Sends the waiting events without waiting for others. */
  void hurry() {
    lower.urgent = lower.waiting.size();
    upper.urgent = upper.waiting.size();
  }

  List<PendingEvent> waiting() {
    List<PendingEvent> all = new ArrayList<>(lower.waiting);
    all.addAll(upper.waiting);
    return all;
  }

  /** Whether the waiting events fill a request. */
  boolean isFull() {
    return events() >= options.batchEvents() || waitingBytes() >= options.batchBytes();
  }

  private int events() {
    return lower.waiting.size() + upper.waiting.size();
  }

  private long waitingBytes() {
    return lower.waitingBytes + upper.waitingBytes;
  }

  /** The next request; null if it cannot be sent or may still grow. */
  @Nullable Taken next() {
    boolean isFull = isFull();
    if (!split && !upper.isEmpty()) {
      return isDue(upper, isFull) ? take(List.of(upper)) : null;
    }
    boolean isOne = events() <= options.batchEvents() && waitingBytes() <= options.batchBytes();
    boolean isQuiet = !lower.sending && !upper.sending;
    if (isQuiet && isOne && !lower.waiting.isEmpty() && !upper.waiting.isEmpty()) {
      return lower.urgent + upper.urgent > 0 || isFull ? take(List.of(lower, upper)) : null;
    }
    if (isDue(lower, isFull)) {
      return take(List.of(lower));
    }
    return isDue(upper, isFull) ? take(List.of(upper)) : null;
  }

  private static boolean isDue(Lane lane, boolean isFull) {
    return !lane.sending && !lane.waiting.isEmpty() && (lane.urgent > 0 || isFull);
  }

  private Taken take(List<Lane> lanes) {
    List<PendingEvent> events = new ArrayList<>(Math.min(events(), options.batchEvents()));
    long taken = 0;
    for (Lane lane : lanes) {
      lane.sending = true;
      while (!lane.waiting.isEmpty()
          && fits(events.size(), taken + lane.waiting.element().bytes())) {
        PendingEvent event = lane.remove();
        taken += event.bytes();
        events.add(event);
      }
    }
    return new Taken(lanes, events);
  }

  private boolean fits(int events, long size) {
    return events == 0 || (events < options.batchEvents() && size <= options.batchBytes());
  }

  /** Events that did not fit into their request wait again, before all others of their lanes. */
  void putBack(Taken taken, List<PendingEvent> rest) {
    for (int i = rest.size() - 1; i >= 0; i--) {
      PendingEvent event = rest.get(i);
      (taken.lanes().size() > 1 ? half(event) : taken.lanes().get(0)).putBack(event);
    }
  }

  /** A request is answered; the events gathered since then have waited long enough. */
  void sent(Taken taken, List<PendingEvent> events) {
    taken.lanes().forEach(lane -> lane.sending = false);
    for (PendingEvent event : events) {
      bytes -= event.bytes();
    }
    if (known && !together && !split && isEmptyButWaiting()) {
      divide();
    }
    hurry();
  }

  private boolean isEmptyButWaiting() {
    return !lower.sending && upper.isEmpty();
  }

  private void divide() {
    split = true;
    for (int i = lower.waiting.size(); i > 0; i--) {
      PendingEvent event = lower.remove();
      half(event).add(event);
    }
  }
}
