package io.messina.stream.shard;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.NodeTime.Cancellation;
import io.messina.stream.Position;
import io.messina.stream.ScheduleId;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogView;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.group.ShardGroups;
import io.messina.stream.lane.FlushTally;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.ShardListener;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.GroupCommand;
import io.messina.stream.peer.GroupStatus;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.ShardService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The shards that this process owns, and what it does for them: takes over, serves whoever asks,
 * and hands over. Safe for use by many threads.
 */
public final class OwnedShards implements ShardService, ShardListener {

  private final ShardsSite site;
  private final ConcurrentSkipListMap<String, ShardOwner> owners = new ConcurrentSkipListMap<>();

  /** Of shards that were given up: they are read, and nothing else, until they are taken again. */
  private final ConcurrentSkipListMap<String, ShardOwner> readers = new ConcurrentSkipListMap<>();

  /** A reader is never of an ownership before the present one. */
  private final Lock moves = new ReentrantLock();

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /**
   * No shards yet.
   *
   * @param site what their owners work with
   */
  public OwnedShards(ShardsSite site) {
    this.site = site;
    site.catalog().onChange(_ -> owners.values().forEach(this::define));
  }

  /**
   * What is owned and served now.
   *
   * @return in a stable order
   */
  public List<ShardId> owned() {
    return owners.values().stream().map(owner -> owner.owned().shard()).toList();
  }

  /**
   * What was flushed to the shards that are owned now, since they were taken over.
   *
   * @return by shard, in a stable order
   */
  public Map<ShardId, FlushTally> flushes() {
    Map<ShardId, FlushTally> flushes = new LinkedHashMap<>();
    owners.values().forEach(owner -> flushes.put(owner.owned().shard(), owner.flushes()));
    return flushes;
  }

  /**
   * Tells whenever what is owned changes, and once at the beginning.
   *
   * @param listener called without locks, by any thread; it should return soon
   * @return ends it
   */
  public Cancellation onOwned(Runnable listener) {
    listeners.add(listener);
    listener.run();
    return () -> listeners.remove(listener);
  }

  @Override
  public void taken(OwnedShard owned) {
    StreamId stream = owned.shard().stream();
    CatalogView view = site.catalog().view();
    view.stream(stream)
        .flatMap(defined -> ShardOwner.open(site, owned, defined))
        .ifPresent(this::serve);
    view.deleted(stream).ifPresent(deleted -> erase(owned, deleted.stream()));
  }

  @Override
  public void release(OwnedShard owned) {
    // Left where the shard was taken again, but not served, as its stream is no more.
    Optional.ofNullable(readers.remove(key(owned.shard()))).ifPresent(ShardOwner::close);
    find(owned)
        .ifPresent(
            owner -> {
              owner.drain();
              forget(owner);
            });
  }

  @Override
  public void lost(OwnedShard owned) {
    find(owned).ifPresent(this::lose);
  }

  @Override
  public CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events) {
    ShardOwner owner = owners.get(key(shard));
    return owner == null
        ? CompletableFuture.failedFuture(new NotOwnerException(shard))
        : owner.appender().append(events);
  }

  @Override
  public ScheduleId schedule(ShardId shard, Event event, Instant due) {
    return owner(shard).appender().schedule(event, due);
  }

  @Override
  public boolean cancel(ShardId shard, ScheduleId id) {
    return owner(shard).appender().cancel(id);
  }

  @Override
  public List<ClaimedEvent> claim(ClaimAsk ask) {
    return owner(ask.shard()).groups().claim(ask);
  }

  @Override
  public boolean awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
    CompletableFuture<Boolean> ready = new CompletableFuture<>();
    List<Cancellation> watches = new ArrayList<>();
    for (int shard : shards) {
      watch(new ShardId(stream, shard), group, () -> ready.complete(true)).ifPresent(watches::add);
    }
    if (watches.isEmpty()) {
      return false;
    }
    watches.add(site.time().schedule(wait, () -> ready.complete(false)));
    try {
      return ready.join();
    } finally {
      watches.forEach(Cancellation::cancel);
    }
  }

  @Override
  public List<ReceiptStatus> settle(
      ShardId shard, GroupId group, Outcome outcome, List<ClaimId> claims) {
    return groups(shard).settle(group, outcome, claims);
  }

  @Override
  public FollowedEvents read(
      ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
    return readable(shard).read(group, from, max, wait);
  }

  @Override
  public void commit(ShardId shard, GroupId group, Commit commit) {
    groups(shard).commit(group, commit);
  }

  @Override
  public void commitLater(ShardId shard, GroupId group, Commit commit) {
    groups(shard).commitLater(group, commit);
  }

  @Override
  public Position find(ShardId shard, Instant time) {
    return readable(shard).find(time);
  }

  @Override
  public void command(ShardId shard, GroupId group, GroupCommand command) {
    ShardOwner owner = owner(shard);
    if (command instanceof GroupCommand.Begin) {
      // Whoever asks knows of the group, perhaps before this node's next look at the definitions.
      var _ = site.catalog().refresh();
      define(owner);
    }
    owner.groups().command(group, command);
  }

  @Override
  public List<DeadEvent> deadLetters(ShardId shard, GroupId group, Position from, int max) {
    return groups(shard).deadLetters(group, from, max);
  }

  @Override
  public List<Position> redrive(ShardId shard, GroupId group, List<Position> positions) {
    return groups(shard).redrive(group, positions);
  }

  @Override
  public List<Position> discard(ShardId shard, GroupId group, List<Position> positions) {
    return groups(shard).discard(group, positions);
  }

  @Override
  public Optional<StoredEvent> event(ShardId shard, Position position) {
    return readable(shard).event(position);
  }

  @Override
  public EventState state(ShardId shard, GroupId group, Position position) {
    return groups(shard).state(group, position);
  }

  @Override
  public GroupStatus status(ShardId shard, GroupId group) {
    return groups(shard).status(group);
  }

  private Optional<Cancellation> watch(ShardId shard, GroupId group, Runnable listener) {
    ShardOwner owner = owners.get(key(shard));
    if (owner == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(owner.groups().onReady(group, listener));
    } catch (NotOwnerException | StreamException e) {
      // Handed over at this moment, or the group is not known here yet: nothing to wait for.
      return Optional.empty();
    }
  }

  private void serve(ShardOwner owner) {
    define(owner);
    String key = key(owner.owned().shard());
    List<ShardOwner> formers = new ArrayList<>();
    moves.lock();
    try {
      // One that was lost, and of whose loss this process is told only later, or a reader.
      Optional.ofNullable(owners.put(key, owner)).ifPresent(formers::add);
      Optional.ofNullable(readers.remove(key)).ifPresent(formers::add);
    } finally {
      moves.unlock();
    }
    formers.forEach(ShardOwner::close);
    // What was defined before it could be found by a change of the definitions.
    define(owner);
    tell();
  }

  /** Where nobody else can have taken the shard, what was shown can still be read. */
  private void lose(ShardOwner owner) {
    owner.endAllButReading();
    boolean isReader;
    String key = key(owner.owned().shard());
    moves.lock();
    try {
      isReader = owners.remove(key, owner) && owner.owned().mayShow();
      if (isReader) {
        readers.put(key, owner);
      }
    } finally {
      moves.unlock();
    }
    if (!isReader) {
      owner.close();
    }
    tell();
  }

  private void forget(ShardOwner owner) {
    owners.remove(key(owner.owned().shard()), owner);
    tell();
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  private void define(ShardOwner owner) {
    StreamId stream = owner.owned().shard().stream();
    CatalogView view = site.catalog().view();
    if (view.deleted(stream).isPresent()
        || view.stream(stream).filter(owner::isOfOther).isPresent()) {
      owner.owned().renew();
    }
    owner.define(site.catalog()::view);
  }

  private void erase(OwnedShard owned, StreamDefinition deleted) {
    if (ShardOwner.erase(site, owned, deleted)) {
      site.catalog().erased(owned.shard());
    }
  }

  private Optional<ShardOwner> find(OwnedShard owned) {
    return Optional.ofNullable(owners.get(key(owned.shard())))
        .filter(owner -> owner.owned().equals(owned));
  }

  private ShardGroups groups(ShardId shard) {
    return owner(shard).groups();
  }

  /** Also of a shard that was given up, as where the store takes no writes. */
  private ShardGroups readable(ShardId shard) {
    ShardOwner reader = owners.containsKey(key(shard)) ? null : readers.get(key(shard));
    return reader == null ? groups(shard) : reader.groups();
  }

  private static String key(ShardId shard) {
    return shard.toString();
  }

  private ShardOwner owner(ShardId shard) {
    ShardOwner owner = owners.get(key(shard));
    if (owner == null) {
      throw new NotOwnerException(shard);
    }
    return owner;
  }
}
