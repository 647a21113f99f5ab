package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.Checks;
import io.messina.api.EventId;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.error.RetryPolicy;
import io.messina.client.event.NewEvent;
import io.messina.client.internal.Blocking;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.event.EventText;
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
 * Appends single events by requests of many. One request is under way at a time, and events that
 * are given in the meantime gather for the next one, so the events of a key are stored in the order
 * in which they were given. Each request has an idempotency key and is sent again as the client's
 * {@link RetryPolicy} says; an event that the server refuses fails alone. Safe for use by many
 * threads.
 */
public final class BatchingAppender implements AutoCloseable {

  private final StreamClient stream;
  private final BatchingOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final EventBuffer buffer;
  private final Set<PendingEvent> open = new LinkedHashSet<>();
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
    PendingEvent pending = new PendingEvent(EventText.line(event, Optional.empty()));
    Checks.between("event bytes", pending.bytes(), 1, options.bufferBytes());
    MessinaException refusal = take(pending);
    if (refusal != null) {
      return CompletableFuture.failedFuture(refusal);
    }
    send();
    return pending.stored();
  }

  private @Nullable MessinaException take(PendingEvent event) {
    lock.lock();
    try {
      MessinaException refusal = makeRoom(event);
      if (refusal == null) {
        open.add(event);
        if (buffer.add(event)) {
          linger();
        }
      }
      return refusal;
    } finally {
      lock.unlock();
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

  private void linger() {
    if (options.linger().isZero()) {
      buffer.hurry();
    } else {
      var unused = stream.transport().surroundings().schedule(options.linger(), this::hurry);
    }
  }

  private void hurry() {
    locked(buffer::hurry);
    send();
  }

  private void send() {
    List<PendingEvent> batch = new ArrayList<>();
    locked(() -> batch.addAll(buffer.next()));
    if (!batch.isEmpty()) {
      byte[] lines = JsonBodies.lines(batch.stream().map(PendingEvent::line).toList());
      var unused =
          stream.appendValid(lines).whenComplete((answer, failure) -> sent(batch, answer, failure));
    }
  }

  /** The next request is sent first, so that actions chained to the events cannot delay it. */
  private void sent(
      List<PendingEvent> batch, @Nullable Appended answer, @Nullable Throwable failure) {
    locked(
        () -> {
          buffer.sent();
          room.signalAll();
        });
    send();
    BatchOutcome.tell(batch, answer, failure);
    locked(() -> batch.forEach(open::remove));
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
          open.forEach(event -> before.add(event.stored().handle((id, failure) -> true)));
          buffer.hurry();
        });
    send();
    return CompletableFuture.allOf(before.toArray(CompletableFuture[]::new));
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
