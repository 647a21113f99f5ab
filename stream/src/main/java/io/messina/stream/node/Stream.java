package io.messina.stream.node;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.Futures;
import io.messina.stream.Event;
import io.messina.stream.EventId;
import io.messina.stream.ScheduleId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.append.InternalKeys;
import io.messina.stream.catalog.Created;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.GroupCommand;
import io.messina.stream.record.RecordBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One creation of a stream. Safe for use by many threads; methods block, but for {@link
 * #appendLater}. A shard that has no owner at the moment is waited for: a lease and a second. All
 * methods throw
 *
 * <ul>
 *   <li>{@link StreamException.NotFound} where this creation of the stream is deleted;
 *   <li>{@link StreamException.Unavailable} where a shard has no owner for that long, or the store
 *       does not answer: it was not done;
 *   <li>{@link StreamException.Unknown} where it may have been done or not;
 *   <li>{@link StreamException.Overloaded} where too much waits already: it was not done.
 * </ul>
 */
public final class Stream {

  private final Node node;
  private final StreamId id;

  Stream(Node node, StreamId id) {
    this.node = node;
    this.id = id;
  }

  /**
   * What the stream is like.
   *
   * @return its definition, at most about a second old
   */
  public StreamDefinition definition() {
    return node.stream(id);
  }

  /**
   * Appends events, and waits until all of them are durable. Events of a key keep their order, as
   * do all of this call on the same shard. An event goes where its key belongs; without a key,
   * where its idempotency key or its source does; the others of a call go to one shard together.
   *
   * @param events from 1 to 100,000
   * @return what became of them
   * @throws StreamException.Refused where the request is wrong, as where an idempotency key begins
   *     like one of Messina's own: nothing is stored
   * @throws StreamException.Unknown also where the answer of an owner was lost, and not every event
   *     can be told from its repeat
   * @throws PartlyStoredException where some shards have stored their part, and others have not
   */
  public AppendResult append(List<Event> events) {
    return Futures.join(appendLater(events));
  }

  /**
   * Appends events. The result is completed by a thread that has other things to do, so what
   * depends on it should not block.
   *
   * @param events from 1 to 100,000
   * @return completed as {@link #append} returns or throws
   */
  public CompletableFuture<AppendResult> appendLater(List<Event> events) {
    events.forEach(Stream::checkKey);
    return node.appends.append(definition(), events);
  }

  /**
   * Accepts an event that is to be appended later.
   *
   * @param event the event
   * @param due from when, in whole milliseconds since 1970; what is past is appended at once
   * @return its id, once it is durable
   * @throws StreamException.Refused where the event is one that cannot be delayed, or its
   *     idempotency key begins like one of Messina's own
   * @throws StreamException.Unknown also where the owner's answer was lost, and the event has no
   *     idempotency key
   */
  public ScheduleId schedule(Event event, Instant due) {
    checkKey(event);
    StreamDefinition stream = definition();
    ShardId shard = stream.shard(node.appends.placing().place(stream.keyPlacement(), event));
    boolean known = event.idempotencyKey().isPresent() && !stream.options().deduplicate().isZero();
    return node.calls.call(
        shard,
        known ? Retry.SAFE : Retry.UNSAFE,
        RecordBatch.bytesAtMost(event),
        service -> service.schedule(shard, event, due));
  }

  /**
   * Takes back a delayed event.
   *
   * @param scheduled its id
   * @return whether it was still there: it will not be appended. False also where it has been due
   *     for minutes and a former owner may have appended it: it is appended if none has
   */
  public boolean cancel(ScheduleId scheduled) {
    StreamDefinition stream = definition();
    if (!isOfThis(stream, scheduled.streamGeneration(), scheduled.shard())) {
      return false;
    }
    ShardId shard = stream.shard(scheduled.shard());
    return node.calls.call(shard, Retry.UNSAFE, service -> service.cancel(shard, scheduled));
  }

  /**
   * Looks a delayed event up.
   *
   * @param scheduled its id
   * @return what became of it; empty where it never was, was cancelled, has expired, or was
   *     appended so long ago that its key is forgotten: after 10 minutes, or where the stream
   *     remembers keys for longer, after that
   */
  public Optional<ScheduledEvent> find(ScheduleId scheduled) {
    StreamDefinition stream = definition();
    if (!isOfThis(stream, scheduled.streamGeneration(), scheduled.shard())) {
      return Optional.empty();
    }
    ShardId shard = stream.shard(scheduled.shard());
    return node.calls.call(shard, Retry.SAFE, service -> service.scheduled(shard, scheduled));
  }

  /**
   * Looks an event up.
   *
   * @param event its id
   * @return the event, unless it has expired or never was
   */
  public Optional<StoredEvent> find(EventId event) {
    StreamDefinition stream = definition();
    if (!isOfThis(stream, event.streamGeneration(), event.shard())) {
      return Optional.empty();
    }
    ShardId shard = stream.shard(event.shard());
    return node.calls.call(shard, Retry.SAFE, service -> service.event(shard, event.position()));
  }

  /**
   * Reads events of a shard in their order, without a group.
   *
   * @param shard its number
   * @param from where; empty for the oldest
   * @param max how many at most, from 1 to 10,000
   * @param wait how long to wait where the end is reached, up to a minute; an interrupt ends the
   *     wait where this node owns the shard
   * @return the events
   */
  public FollowedEvents read(int shard, Optional<Position> from, int max, Duration wait) {
    return read(Optional.empty(), shard, from, max, wait);
  }

  /**
   * Finds where events begin that were appended from a time on.
   *
   * @param shard its number
   * @param time the append time
   * @return at or before the first of them, by at most a segment; behind the newest where there is
   *     none
   */
  public Position find(int shard, Instant time) {
    StreamDefinition stream = definition();
    Bounds.checkShard(shard, stream.options().shards());
    ShardId id = stream.shard(shard);
    return node.calls.call(id, Retry.SAFE, service -> service.find(id, time));
  }

  /**
   * Makes sure that a group is there, and has begun on every shard.
   *
   * @param name how it is called
   * @param start where it begins
   * @param options how it hands out
   * @return the group, and whether this call created it
   * @throws StreamException.Unavailable also where it is there, but has not begun on some shards,
   *     which the message names: asking again completes it
   */
  public Created<Group> createGroup(GroupName name, Start start, GroupOptions options) {
    StreamDefinition stream = definition();
    Created<GroupDefinition> created = node.catalog.create(id, name, start, options);
    new GroupShards(node, stream, created.value()).command(new GroupCommand.Begin());
    return new Created<>(new Group(node, created.value()), created.isNew());
  }

  /**
   * Changes a group by what its options are: nothing is lost where others change other options at
   * the same time.
   *
   * @param name how it is called
   * @param options what becomes of the options that stand; asked as often as others come in between
   * @return the group
   * @throws StreamException.NotFound where there is none
   */
  public Group changeGroup(GroupName name, UnaryOperator<GroupOptions> options) {
    return new Group(node, node.catalog.change(definition().id(), name, options));
  }

  /**
   * A group of this stream.
   *
   * @param name how it is called
   * @return its present creation
   * @throws StreamException.NotFound where there is none
   * @throws StreamException.Unavailable where the store does not answer for over 1.5 s: the group
   *     may have been created anew
   */
  public Group group(GroupName name) {
    return new Group(node, node.group(definition().id(), name));
  }

  /**
   * The groups of this stream.
   *
   * @return in the order of their names
   */
  public List<GroupDefinition> groups() {
    return node.catalog.view().groups(definition().id());
  }

  /**
   * Deletes a group.
   *
   * @param name how it is called
   * @return whether it was there
   */
  public boolean deleteGroup(GroupName name) {
    return node.catalog.delete(definition().id(), name);
  }

  FollowedEvents read(
      Optional<GroupDefinition> group,
      int number,
      Optional<Position> from,
      int max,
      Duration wait) {
    StreamDefinition stream = definition();
    Bounds.checkShard(number, stream.options().shards());
    Bounds.checkMax(max, Claim.MAX);
    Bounds.checkWait(wait);
    ShardId shard = stream.shard(number);
    return node.calls.call(
        shard,
        Retry.SAFE,
        service -> service.read(shard, group.map(GroupDefinition::id), from, max, wait));
  }

  private static void checkKey(Event event) {
    if (event.idempotencyKey().filter(InternalKeys::isInternal).isPresent()) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.UNFIT,
          "idempotency key: begins like one of Messina's own (expected: another beginning)");
    }
  }

  static boolean isOfThis(StreamDefinition stream, int generation, int shard) {
    return generation == stream.id().generation() && shard < stream.options().shards();
  }
}
