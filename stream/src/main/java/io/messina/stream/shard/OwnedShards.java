package io.messina.stream.shard;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.NodeTime.Cancellation;
import io.messina.stream.Position;
import io.messina.stream.ScheduleId;
import io.messina.stream.ScheduledEvent;
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
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The shards that this process owns, and what it does for them: takes over, serves whoever asks,
 * and hands over. Safe for use by many threads.
 */
public final class OwnedShards implements ShardService, ShardListener {

  private final ShardsSite site;

  /** By shard, its newest ownership. Changed under the lock. */
  private final ConcurrentSkipListMap<String, Place> places = new ConcurrentSkipListMap<>();

  private final Lock moves = new ReentrantLock();

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /**
   * What this process has of a shard. Whoever comes into its place, or takes it away, closes its
   * owner.
   *
   * @param owned the ownership
   * @param owner who serves it; empty where the stream is no more
   * @param reading whether it was given up: what was shown is read, and nothing else
   */
  private record Place(OwnedShard owned, Optional<ShardOwner> owner, boolean reading) {

    Optional<ShardOwner> serving() {
      return reading ? Optional.empty() : owner;
    }
  }

  /**
   * No shards yet.
   *
   * @param site what their owners work with
   */
  public OwnedShards(ShardsSite site) {
    this.site = site;
    site.catalog().onChange(_ -> serving().forEach(this::define));
  }

  /**
   * What is owned and served now.
   *
   * @return in a stable order
   */
  public List<ShardId> owned() {
    return serving().map(owner -> owner.owned().shard()).toList();
  }

  /**
   * What was flushed to the shards that are owned now, since they were taken over.
   *
   * @return by shard, in a stable order
   */
  public Map<ShardId, FlushTally> flushes() {
    Map<ShardId, FlushTally> flushes = new LinkedHashMap<>();
    serving().forEach(owner -> flushes.put(owner.owned().shard(), owner.flushes()));
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
    Optional<ShardOwner> owner =
        view.stream(stream).flatMap(defined -> ShardOwner.open(site, owned, defined));
    owner.ifPresent(this::define);
    if (owner.isPresent() || !owned.isLost()) {
      place(new Place(owned, owner, false));
    }
    // What was defined before it could be found by a change of the definitions.
    owner.ifPresent(this::define);
    tell();
    view.deleted(stream).ifPresent(deleted -> erase(owned, deleted.stream()));
  }

  @Override
  public void release(OwnedShard owned) {
    find(owned).flatMap(Place::owner).ifPresent(ShardOwner::drain);
    leave(owned, false);
    tell();
  }

  /** Where nobody else can have taken the shard, what was shown can still be read. */
  @Override
  public void lost(OwnedShard owned) {
    find(owned).flatMap(Place::owner).ifPresent(ShardOwner::endAllButReading);
    leave(owned, true);
    places.values().stream()
        .filter(place -> place.reading() && !place.owned().mayShow())
        .forEach(place -> leave(place.owned(), false));
    tell();
  }

  @Override
  public CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events) {
    return serving(shard)
        .map(owner -> owner.appender().append(events))
        .orElseGet(() -> CompletableFuture.failedFuture(new NotOwnerException(shard)));
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
  public Optional<ScheduledEvent> scheduled(ShardId shard, ScheduleId id) {
    ShardOwner owner = owner(shard);
    Optional<ScheduledEvent> found =
        owner
            .appender()
            .waiting(id)
            .<ScheduledEvent>map(ScheduledEvent.Waiting::new)
            .or(
                () ->
                    owner
                        .appender()
                        .appended(id)
                        .flatMap(owner.groups()::event)
                        .map(ScheduledEvent.Appended::new));
    // Another owner may have appended it meanwhile, and deleted the row.
    if (!owner.owned().mayShow()) {
      throw new NotOwnerException(shard);
    }
    return found;
  }

  @Override
  public List<ClaimedEvent> claim(ClaimAsk ask) {
    return owner(ask.shard()).groups().claim(ask);
  }

  @Override
  public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
    long untilNanos = site.time().nanoTime() + wait.toNanos();
    List<ShardId> all = shards.stream().map(shard -> new ShardId(stream, shard)).toList();
    List<Integer> first = ready(all, group);
    List<Integer> ready = first;
    Duration left = wait;
    while (ready.size() == first.size()
        && !ready.isEmpty()
        && sum(ready) == 0
        && awaitReady(all, group, left, first.size())) {
      ready = ready(all, group);
      left = Duration.ofNanos(Math.max(0, untilNanos - site.time().nanoTime()));
    }
    return sum(ready);
  }

  /** How many events are ready, on each of those that are owned here where the group is known. */
  private List<Integer> ready(List<ShardId> shards, GroupId group) {
    return shards.stream()
        .flatMap(shard -> here(shard, each -> each.ready(group)).stream())
        .toList();
  }

  private static int sum(List<Integer> counts) {
    return counts.stream().mapToInt(count -> count).sum();
  }

  /** Returns true once something may be ready on one of them, or not so many are here any more. */
  private boolean awaitReady(List<ShardId> shards, GroupId group, Duration wait, int here) {
    CompletableFuture<Boolean> ready = new CompletableFuture<>();
    List<Cancellation> watches = new ArrayList<>();
    for (ShardId shard : shards) {
      here(shard, each -> each.onReady(group, () -> ready.complete(true))).ifPresent(watches::add);
    }
    if (watches.size() < here) {
      ready.complete(true);
    }
    watches.add(site.time().schedule(wait, () -> ready.complete(false)));
    try {
      return ready.join();
    } finally {
      watches.forEach(Cancellation::cancel);
    }
  }

  /** Empty where it was handed over at this moment, or the group is not known here yet. */
  private <T> Optional<T> here(ShardId shard, Function<ShardGroups, T> ask) {
    try {
      return Optional.of(ask.apply(groups(shard)));
    } catch (NotOwnerException | StreamException e) {
      return Optional.empty();
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

  /** The newest ownership has the place, whenever those before it are heard of. */
  private void place(Place place) {
    Optional<Place> closed;
    moves.lock();
    try {
      Optional<Place> standing = Optional.ofNullable(places.get(key(place.owned().shard())));
      boolean isLate =
          standing.filter(other -> other.owned().epoch() > place.owned().epoch()).isPresent();
      if (!isLate) {
        places.put(key(place.owned().shard()), place);
      }
      closed = isLate ? Optional.of(place) : standing;
    } finally {
      moves.unlock();
    }
    closed.flatMap(Place::owner).ifPresent(ShardOwner::close);
  }

  /** Ends an ownership that has its place still; its owner may stay to be read. */
  private void leave(OwnedShard owned, boolean mayRead) {
    Optional<Place> closed = Optional.empty();
    moves.lock();
    try {
      Optional<Place> standing = find(owned);
      Optional<ShardOwner> reader = standing.flatMap(Place::owner);
      if (mayRead && reader.isPresent() && owned.mayShow()) {
        places.put(key(owned.shard()), new Place(owned, reader, true));
      } else if (standing.isPresent()) {
        places.remove(key(owned.shard()));
        closed = standing;
      }
    } finally {
      moves.unlock();
    }
    closed.flatMap(Place::owner).ifPresent(ShardOwner::close);
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

  private Optional<Place> find(OwnedShard owned) {
    return Optional.ofNullable(places.get(key(owned.shard())))
        .filter(place -> place.owned().equals(owned));
  }

  private Stream<ShardOwner> serving() {
    return places.values().stream().flatMap(place -> place.serving().stream());
  }

  private Optional<ShardOwner> serving(ShardId shard) {
    return Optional.ofNullable(places.get(key(shard))).flatMap(Place::serving);
  }

  private ShardGroups groups(ShardId shard) {
    return owner(shard).groups();
  }

  /** Also of a shard that was given up, as where the store takes no writes. */
  private ShardGroups readable(ShardId shard) {
    return Optional.ofNullable(places.get(key(shard)))
        .flatMap(Place::owner)
        .orElseThrow(() -> new NotOwnerException(shard))
        .groups();
  }

  private static String key(ShardId shard) {
    return shard.toString();
  }

  private ShardOwner owner(ShardId shard) {
    return serving(shard).orElseThrow(() -> new NotOwnerException(shard));
  }
}
