package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.Checks;
import io.messina.api.EventId;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamOptions;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.internal.Blocking;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Appends single events by requests of many, as batches that are encoded and placed here where the
 * server takes these. Events that are given while a request is under way gather for the next one.
 * One request is under way at a time, or two if they are for different shards, so the events of a
 * key are stored in the order in which they were given. Each request has an idempotency key and is
 * sent again as the client's {@link RetryPolicy} says; an event that the server refuses fails
 * alone. Safe for use by many threads.
 */
public final class BatchingAppender implements AutoCloseable {

  private final StreamClient stream;
  private final BatchingOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final EventBuffer buffer;
  private final Set<AppendRequest> open = new LinkedHashSet<>();
  private final AppendRequest.Owner owner = new Requests();
  private int requests;
  private boolean closed;

  /**
   * An appender with all defaults.
   *
   * @param stream where to
   */
  public BatchingAppender(StreamClient stream) {
    this(stream, BatchingOptions.DEFAULT);
  }

  /**
   * An appender.
   *
   * @param stream where to
   * @param options how events are gathered
   */
  public BatchingAppender(StreamClient stream, BatchingOptions options) {
    this.stream = stream;
    this.options = options;
    this.buffer = new EventBuffer(options);
    this.requests = (int) (stream.transport().surroundings().random() * StreamOptions.SHARDS_MAX);
  }

  /**
   * Appends an event. With {@link WhenFull#BLOCK} this waits for room; do not call it then in
   * actions chained to the futures of this client.
   *
   * @param event the event
   * @return its id once it is durable; empty if it is a repeat whose id is not known; fails with a
   *     {@link MessinaException}
   * @throws IllegalArgumentException if the event alone is larger than the buffer
   * @throws IllegalStateException if this was closed
   */
  public CompletableFuture<Optional<EventId>> append(NewEvent event) {
    PendingEvent pending = new PendingEvent(event);
    Checks.between("event bytes", pending.bytes(), 1, options.bufferBytes());
    if (!stream.transport().streams().takesBatches()) {
      var unused = pending.line(); // outside of the lock
    }
    List<AppendRequest> due;
    lock.lock();
    try {
      MessinaException refusal = makeRoom(pending);
      if (refusal != null) {
        return CompletableFuture.failedFuture(refusal);
      }
      if (buffer.add(pending)) {
        linger();
      }
      due = due();
    } finally {
      lock.unlock();
    }
    due.forEach(AppendRequest::begin);
    return pending.stored();
  }

  private void linger() {
    if (options.linger().isZero()) {
      buffer.hurry();
    } else {
      var unused = stream.transport().surroundings().schedule(options.linger(), this::hurry);
    }
  }

  private @Nullable MessinaException makeRoom(PendingEvent event) {
    checkOpen();
    while (!buffer.hasRoomFor(event)) {
      if (options.whenFull() == WhenFull.FAIL) {
        String detail = options.bufferBytes() + " bytes would be exceeded";
        return new MessinaException.Overloaded(Problem.of("buffer_full", detail), null);
      }
      try {
        room.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new MessinaException.Unavailable(
            Problem.of("interrupted", "interrupted while waiting for room"), e);
      }
      checkOpen();
    }
    return null;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the appender is closed");
    }
  }

  private void hurry() {
    locked(buffer::hurry);
    send();
  }

  private void send() {
    List<AppendRequest> due;
    lock.lock();
    try {
      due = due();
    } finally {
      lock.unlock();
    }
    due.forEach(AppendRequest::begin);
  }

  /** The requests that are sent now; under the lock. */
  private List<AppendRequest> due() {
    EventBuffer.Taken taken = buffer.next();
    if (taken == null) {
      return List.of();
    }
    List<AppendRequest> due = new ArrayList<>();
    while (taken != null) {
      due.add(new AppendRequest(stream, options, taken, requests++, owner));
      taken = buffer.next();
    }
    open.addAll(due);
    return due;
  }

  /** Hears of the requests. */
  private final class Requests implements AppendRequest.Owner {

    @Override
    public void formed(
        AppendRequest request, Optional<StreamDefinition> by, List<PendingEvent> rest) {
      locked(
          () -> {
            by.map(StreamDefinition::options).ifPresentOrElse(buffer::learn, buffer::knowsNothing);
            buffer.putBack(request.taken(), rest);
          });
    }

    /** The next request is sent first, so that actions chained to the events cannot delay it. */
    @Override
    public void ended(
        AppendRequest request, @Nullable Appended answer, @Nullable Throwable failure) {
      List<PendingEvent> events = request.events();
      locked(
          () -> {
            buffer.sent(request.taken(), events);
            room.signalAll();
          });
      send();
      BatchOutcome.tell(events, answer, failure);
      locked(() -> open.remove(request));
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends the waiting events, without waiting for others.
   *
   * @return done once the outcome of every event given before is known, good or bad
   */
  public CompletableFuture<Void> flush() {
    List<CompletableFuture<?>> before = new ArrayList<>();
    locked(
        () -> {
          open.forEach(request -> before.addAll(outcomes(request.taken().events())));
          before.addAll(outcomes(buffer.waiting()));
          buffer.hurry();
        });
    send();
    return CompletableFuture.allOf(before.toArray(CompletableFuture[]::new));
  }

  private static List<CompletableFuture<Boolean>> outcomes(List<PendingEvent> events) {
    return events.stream().map(event -> event.stored().handle((id, failure) -> true)).toList();
  }

  /**
   * Accepts no more events, sends the waiting ones, and waits until the outcome of every event is
   * known. Callers that wait for room get an {@link IllegalStateException}. Repeating it changes
   * nothing.
   *
   * @throws MessinaException.Unknown if this thread is interrupted, which stays so
   */
  @Override
  public void close() {
    locked(
        () -> {
          closed = true;
          room.signalAll();
        });
    var unused = Blocking.await(flush());
  }
}
