package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.EventRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A shard at its owner, which is this node or another. The methods block, are called on virtual
 * threads, and are safe for use by many of them. Those of a shard and of its groups throw
 *
 * <ul>
 *   <li>{@link NotOwnerException} if the shard is not owned there: nothing was done;
 *   <li>{@link PeerException} if another node did not answer;
 *   <li>{@link io.messina.runtime.RequestException.NotFound} if there is no such group;
 *   <li>{@link io.messina.runtime.RequestException.Unavailable} if it cannot be done now, and was
 *       not done;
 *   <li>{@link io.messina.runtime.RequestException.Unknown} if the shard was lost during the call,
 *       so that it may have been done or not.
 * </ul>
 */
public interface Shard {

  /** Returns the epoch of this owner, which answers new requests. */
  int epoch();

  /**
   * Appends events, in their order; they may be stored by several writes.
   *
   * @param events those of a numbered batch next to each other
   * @return completed once all is durable, with spans in the order of the events; exceptionally as
   *     specified above, by {@link io.messina.runtime.RequestException.Refused} if an idempotency
   *     key is used with another body, there are too many sources, or the events of a numbered
   *     batch are not next to each other, or by {@link
   *     io.messina.runtime.RequestException.Overloaded}; after these two nothing was stored
   */
  CompletableFuture<List<AppendedSpan>> append(EventRun events);

  /**
   * Accepts an event to append later.
   *
   * @return its id, once it is durable
   */
  DelayedAddress schedule(Event event, Instant due);

  /**
   * Cancels a delayed event.
   *
   * @param id its id
   * @param keyStaysUsed whether a repeat of the request that scheduled it schedules nothing
   * @return whether it was still waiting: it will not be appended. False also if it has been due
   *     for minutes and a former owner may have appended it: if none has, it will be appended
   */
  boolean cancel(DelayedAddress id, boolean keyStaysUsed);

  /**
   * Looks up a delayed event.
   *
   * @return its state; empty if it is not known, or no longer
   */
  Optional<ScheduledEvent> scheduled(DelayedAddress id);

  /**
   * Reads events in their order; an answer has at most about 4 MiB of payload.
   *
   * @param from where to begin; {@link Position#START} for the oldest event
   * @param max how many events at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard; an interrupt ends the wait, and the
   *     thread stays interrupted
   */
  EventPage read(Position from, int max, Duration wait);

  /**
   * Finds where the events of a time begin.
   *
   * @param time an append time
   * @return of the first event that was appended then or later; behind the newest if there is none
   */
  Position find(Instant time);

  /** Looks up an event. */
  Optional<StoredEvent> event(Position position);

  /**
   * Begins a group that was just created, or uses its present options.
   *
   * @param group defined before the call
   */
  void begin(GroupId group);

  /** Returns a group on this shard. */
  ShardGroup group(GroupId group);
}
