package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.api.Start;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.append.InternalKeys;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.EventTemplate;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import io.messina.stream.log.ShardRunsBuilder;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One creation of a stream. Safe for use by many threads. The methods block, except {@link
 * #appendLater}. A request for a shard that has no owner waits for one: for the time of a lease and
 * a second. All methods throw
 *
 * <ul>
 *   <li>{@link RequestException.NotFound} if this creation of the stream was deleted;
 *   <li>{@link RequestException.Unavailable} if a shard has no owner for that long, or the store
 *       does not answer: it was not done;
 *   <li>{@link RequestException.Unknown} if it may have been done or not;
 *   <li>{@link RequestException.Overloaded} if too many bytes are already waiting: it was not done.
 * </ul>
 */
public final class Stream {

  /** Later than any append time: the segment search then finds the end of the log. */
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  private final StreamNode node;
  private final StreamId id;

  Stream(StreamNode node, StreamId id) {
    this.node = node;
    this.id = id;
  }

  /** Returns the definition, at most about a second old. */
  public CatalogStream definition() {
    return node.stream(id);
  }

  /**
   * Appends events, and waits until all of them are durable. Events with the same key keep their
   * order, as do all events of this call on the same shard. The key decides the shard; without a
   * key, the idempotency key or the source does; all other events of a call go to one shard.
   *
   * @param events from 1 to 100,000
   * @throws RequestException.Refused if the request is wrong, for example if an idempotency key
   *     begins like one of Messina's own: nothing is stored
   * @throws RequestException.Unknown also if an owner's answer was lost and some events have
   *     neither an idempotency key nor a number by which a repeat would be recognised
   * @throws PartlyStoredException if some shards have stored their part and others have not
   */
  public AppendResult append(List<Event> events) {
    return Futures.join(appendLater(events));
  }

  /**
   * Appends events without blocking. The future is completed by an internal thread, so dependent
   * stages must not block.
   *
   * @param events from 1 to 100,000
   * @return completed as {@link #append} returns or throws
   */
  public CompletableFuture<AppendResult> appendLater(List<Event> events) {
    events.forEach(Stream::checkKey);
    return node.appends.append(definition(), events);
  }

  /**
   * Encodes events from where they stand in a body, for {@link #append(ShardRunsBuilder)}.
   *
   * @param template what all events have alike
   * @param body with the payloads; must not change any more
   * @return a builder without events
   */
  public ShardRunsBuilder encoding(EventTemplate template, byte[] body) {
    ShardPlacement placement = definition().keyPlacement();
    return new ShardRunsBuilder(placement, node.appends.placing().any(placement), template, body);
  }

  /**
   * Appends events without idempotency keys and numbers, as {@link #append(List)} does.
   *
   * @param events from {@link #encoding}, from 1 to 100,000
   */
  public AppendResult append(ShardRunsBuilder events) {
    return append(events.build());
  }

  /**
   * Appends events that are encoded and sorted by shard already, as {@link #append(List)} does.
   *
   * @param events from 1 to 100,000
   */
  public AppendResult append(ShardRuns events) {
    for (EventRun run : events.parts()) {
      run.key().ifPresent(Stream::checkKey);
      if (run.key().isEmpty() && run.isAnyNumberedOrKeyed()) {
        run.events().forEach(Stream::checkKey);
      }
    }
    return Futures.join(node.appends.append(definition(), events));
  }

  /**
   * Accepts an event to append later.
   *
   * @param event the event
   * @param due when, in whole milliseconds since 1970; at once if it has passed
   * @return its id, once it is durable
   * @throws RequestException.Refused if such an event cannot be delayed, or its idempotency key
   *     begins like one of Messina's own
   * @throws RequestException.Unknown also if the owner's answer was lost and the event has no
   *     idempotency key
   */
  public DelayedAddress schedule(Event event, Instant due) {
    checkKey(event);
    CatalogStream stream = definition();
    ShardId shard = stream.shard(node.appends.placing().place(stream.keyPlacement(), event));
    boolean known = event.idempotencyKey().isPresent() && !stream.options().deduplicate().isZero();
    return node.calls.call(
        shard,
        known ? Retry.SAFE : Retry.UNSAFE,
        RecordBatch.bytesAtMost(event),
        owned -> owned.schedule(event, due));
  }

  /**
   * Cancels a delayed event. Its key is free again.
   *
   * @param scheduled its id
   * @return whether it was still waiting: it will not be appended. False also if it has been due
   *     for minutes and a former owner may have appended it: if none has, it will be appended
   */
  public boolean cancel(DelayedAddress scheduled) {
    return cancel(scheduled, false);
  }

  /**
   * Cancels a delayed event as {@link #cancel} does, but its key stays used for as long as the
   * stream remembers keys, from now on: the request that scheduled it schedules nothing if it comes
   * again, or late, and is answered as it was before. Whoever withdraws it once more is told so
   * again.
   *
   * @param scheduled its id
   */
  public boolean withdraw(DelayedAddress scheduled) {
    return cancel(scheduled, true);
  }

  private boolean cancel(DelayedAddress scheduled, boolean keyStaysUsed) {
    CatalogStream stream = definition();
    if (!isOfThis(stream, scheduled.streamGeneration(), scheduled.shard())) {
      return false;
    }
    ShardId shard = stream.shard(scheduled.shard());
    return node.calls.call(shard, Retry.UNSAFE, owned -> owned.cancel(scheduled, keyStaysUsed));
  }

  /**
   * Looks up a delayed event.
   *
   * @param scheduled its id
   * @return its state; empty if it never existed, was cancelled, has expired, or was appended so
   *     long ago that its key is forgotten: after 10 minutes, or later if the stream remembers keys
   *     for longer
   */
  public Optional<ScheduledEvent> find(DelayedAddress scheduled) {
    CatalogStream stream = definition();
    if (!isOfThis(stream, scheduled.streamGeneration(), scheduled.shard())) {
      return Optional.empty();
    }
    ShardId shard = stream.shard(scheduled.shard());
    return node.calls.call(shard, Retry.READ, owned -> owned.scheduled(scheduled));
  }

  /**
   * Looks up an event.
   *
   * @param event its id
   * @return empty if the event has expired or never existed
   */
  public Optional<StoredEvent> find(EventAddress event) {
    CatalogStream stream = definition();
    if (!isOfThis(stream, event.streamGeneration(), event.shard())) {
      return Optional.empty();
    }
    ShardId shard = stream.shard(event.shard());
    return node.calls.call(shard, Retry.READ, owned -> owned.event(event.position()));
  }

  /**
   * Reads events of a shard in their order, without a group.
   *
   * @param shard its number
   * @param from where to begin; empty for the oldest event
   * @param max how many at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard, at most a minute; an interrupt ends the
   *     wait if this node owns the shard
   */
  public EventPage read(int shard, Optional<Position> from, int max, Duration wait) {
    RequestBounds.checkRead(shard, definition().options().shards(), max, wait);
    ShardId id = definition().shard(shard);
    return node.calls.call(
        id, Retry.READ, owned -> owned.read(from.orElse(Position.START), max, wait));
  }

  /**
   * Finds the shard of all events with a key.
   *
   * @param key of events
   * @return its number
   */
  public int shardOf(Bytes key) {
    Event keyed = Event.builder(Bytes.EMPTY).key(key).build();
    return node.appends.placing().place(definition().keyPlacement(), keyed);
  }

  /**
   * Finds the position at which reading a shard begins.
   *
   * @param shard its number
   * @param from the requested start
   * @return the position of the first event, or behind the newest if there is none
   */
  public Position find(int shard, ReadStart from) {
    return switch (from) {
      case ReadStart.At(Position position) -> position;
      case Start.Earliest _ -> Position.START;
      case Start.Latest _ -> firstFrom(shard, NEVER);
      case Start.Since(Instant time) -> firstFrom(shard, time);
    };
  }

  private Position firstFrom(int shard, Instant time) {
    CatalogStream stream = definition();
    Checks.between("shard", shard, 0, stream.options().shards() - 1);
    ShardId id = stream.shard(shard);
    return node.calls.call(id, Retry.READ, owned -> owned.find(time));
  }

  /**
   * Creates a group unless it exists, and begins it on every shard.
   *
   * @param name how it is called
   * @param start where it begins
   * @param options how it hands out events
   * @return the group, and whether this call created it
   * @throws RequestException.Unavailable also if the group exists but has not begun on some shards,
   *     which the message names: a repeat completes it
   */
  public Created<Group> createGroup(GroupName name, Start start, GroupOptions options) {
    Created<CatalogGroup> created = createOrChangeGroup(name, start, options, Precondition.NONE);
    return new Created<>(new Group(node, created.value()), created.isNew());
  }

  /**
   * As {@link #createGroup}, if a condition holds.
   *
   * @param name how it is called
   * @param start where it begins
   * @param options how it hands out events
   * @param precondition what has to stand
   * @return the group as it is now, and whether this call created it
   */
  public Created<CatalogGroup> createOrChangeGroup(
      GroupName name, Start start, GroupOptions options, Precondition precondition) {
    CatalogStream stream = definition();
    Created<CatalogGroup> created = node.catalog.create(id, name, start, options, precondition);
    new GroupShards(node, stream, created.value()).begin();
    return created;
  }

  /**
   * Changes a group by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param name of the group
   * @param options computes the new options; called again after each concurrent change
   * @param precondition what has to stand
   * @throws RequestException.NotFound if there is no such group
   */
  public CatalogGroup changeGroup(
      GroupName name, UnaryOperator<GroupOptions> options, Precondition precondition) {
    return node.catalog.change(definition().id(), name, options, precondition);
  }

  /**
   * Returns the present creation of a group.
   *
   * @param name of the group
   * @throws RequestException.NotFound if there is no such group
   * @throws RequestException.Unavailable if the store has not answered for over 1.5 s: the group
   *     may have been re-created
   */
  public Group group(GroupName name) {
    return new Group(node, node.group(definition().id(), name));
  }

  /** Returns the groups of this stream in the order of their names. */
  public List<CatalogGroup> groups() {
    return node.catalog.view().groups(definition().id());
  }

  /**
   * Deletes a group.
   *
   * @param name of the group
   * @return whether it existed
   */
  public boolean deleteGroup(GroupName name) {
    return deleteGroup(name, Precondition.NONE);
  }

  /**
   * Likewise.
   *
   * @param name how it is called
   * @param precondition what has to stand
   * @return whether it was there
   */
  public boolean deleteGroup(GroupName name, Precondition precondition) {
    return node.catalog.delete(definition().id(), name, precondition);
  }

  private static void checkKey(Event event) {
    event.idempotencyKey().ifPresent(Stream::checkKey);
  }

  private static void checkKey(String idempotencyKey) {
    if (InternalKeys.isInternal(idempotencyKey)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          "idempotency key: begins like one of Messina's own (expected: another beginning)");
    }
  }

  static boolean isOfThis(CatalogStream stream, int generation, int shard) {
    return generation == stream.id().generation() && shard < stream.options().shards();
  }
}
