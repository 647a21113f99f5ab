package io.messina.stream.node;

import io.messina.api.ReceiptStatus;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.catalog.CatalogView;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.group.OwnedGroup;
import io.messina.stream.log.LaneWriter.FlushTally;
import io.messina.stream.owner.Answerer;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.ShardListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shards that this process owns: takes them over, serves requests to them, and hands them over.
 * Safe for use by many threads.
 */
final class OwnedShards implements OwnShards, ShardListener {

  /** How long a request waits for some shards if others of its shards are not owned here. */
  private static final Duration PART_WAIT = Duration.ofMillis(500);

  private final ShardsSite site;
  private final OwnedClaims claims;

  /** The newest ownership of each shard. Changed under the lock. */
  private final ConcurrentSkipListMap<String, Place> places = new ConcurrentSkipListMap<>();

  private final Mutex moves = new Mutex();

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private final Map<String, Answerer> answerers = new ConcurrentHashMap<>();

  private volatile LongFunction<MemberClock> clock =
      _ -> {
        throw new RequestException.Unavailable("clock: not yet known here");
      };

  /**
   * This process's ownership of a shard. The thread that replaces or removes it closes its owner.
   *
   * @param owned the ownership
   * @param owner serves the shard; empty if the stream no longer exists
   * @param reading whether the shard was released: only events that were visible before can be read
   */
  private record Place(OwnedShard owned, Optional<ShardOwner> owner, boolean reading) {

    Optional<ShardOwner> serving() {
      return reading ? Optional.empty() : owner;
    }
  }

  private volatile @Nullable Ownership ownership;

  /**
   * @param site the surroundings of the owners
   */
  OwnedShards(ShardsSite site) {
    this.site = site;
    this.claims = new OwnedClaims(this, site.context());
    site.catalog().onChange(_ -> serving().forEach(ShardOwner::define));
  }

  /** Passes on what other members say, from now on. */
  void informs(Ownership ownership) {
    this.ownership = ownership;
  }

  @Override
  public void leaves(Incarnation member) {
    Optional.ofNullable(ownership).ifPresent(it -> it.leaves(member));
  }

  @Override
  public void released(ShardId shard) {
    Optional.ofNullable(ownership).ifPresent(it -> it.released(shard));
  }

  @Override
  public List<ShardId> owned() {
    return serving().map(owner -> owner.owned().shard()).toList();
  }

  /** Returns the epochs of the shards that are owned now, in a stable order. */
  Map<ShardId, Integer> epochs() {
    Map<ShardId, Integer> epochs = new LinkedHashMap<>();
    serving().forEach(owner -> epochs.put(owner.owned().shard(), owner.owned().epoch()));
    return epochs;
  }

  /**
   * Returns how much was flushed to the shards that are owned now, since each was taken over, in a
   * stable order.
   */
  Map<ShardId, FlushTally> flushes() {
    Map<ShardId, FlushTally> flushes = new LinkedHashMap<>();
    serving().forEach(owner -> flushes.put(owner.owned().shard(), owner.flushes()));
    return flushes;
  }

  @Override
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
    owner.ifPresent(ShardOwner::define);
    if (owner.isPresent() || !owned.isLost()) {
      place(new Place(owned, owner, false));
    }
    // For groups that were defined before a change of the definitions could find this owner.
    owner.ifPresent(ShardOwner::define);
    closeReaders();
    tell();
    view.deleted(stream).ifPresent(deleted -> erase(owned, deleted));
  }

  @Override
  public void release(OwnedShard owned) {
    find(owned).flatMap(Place::owner).ifPresent(ShardOwner::drain);
    leave(owned, false);
    tell();
  }

  /** If nobody else can have taken the shard, events that were visible can still be read. */
  @Override
  public void lost(OwnedShard owned) {
    find(owned).flatMap(Place::owner).ifPresent(ShardOwner::endAllButReading);
    leave(owned, true);
    closeReaders();
    tell();
  }

  @Override
  public void seen(ShardId shard, String owner, int epoch) {
    site.others().learn(shard, new OwnerAddress(owner, epoch));
  }

  @Override
  public Shard shard(ShardId shard, int epoch) {
    return Optional.ofNullable(places.get(key(shard)))
        .filter(place -> epoch == 0 || place.owned().epoch() == epoch)
        .flatMap(Place::owner)
        .orElseThrow(() -> notOwner(shard));
  }

  @Override
  public OwnedGroup group(ShardId shard, GroupId group) {
    return Optional.ofNullable(places.get(key(shard)))
        .flatMap(Place::serving)
        .orElseThrow(() -> notOwner(shard))
        .group(group);
  }

  /** Names the owner where this node knows it: itself in another epoch, or another node. */
  private NotOwnerException notOwner(ShardId shard) {
    return new NotOwnerException(
        shard,
        Optional.ofNullable(places.get(key(shard)))
            .flatMap(Place::serving)
            .map(owner -> new OwnerAddress(site.others().here(), owner.owned().epoch()))
            .or(() -> site.others().find(shard)));
  }

  @Override
  public MemberClock raiseClock(long timestampMicros) {
    return clock.apply(timestampMicros);
  }

  /** Lets others raise the clock of this process. */
  void answerClocks(LongFunction<MemberClock> raised) {
    clock = raised;
  }

  @Override
  public Bytes ask(String engine, Bytes question) {
    return Optional.ofNullable(answerers.get(engine))
        .orElseThrow(
            () ->
                new RequestException.Refused(
                    RequestException.Refused.Reason.UNFIT,
                    engine + ": nothing of that name answers here (expected: one that runs)"))
        .answer(question);
  }

  /** Lets an engine answer the questions of other nodes, until that is cancelled or replaced. */
  Cancellation answer(String engine, Answerer answerer) {
    answerers.put(engine, answerer);
    return () -> answerers.remove(engine, answerer);
  }

  @Override
  public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
    return awaitReady(
        shards.stream().map(shard -> new ShardId(stream, shard)).toList(), group, wait);
  }

  @Override
  public ClaimedFrom claim(
      StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest ask) {
    return claims.claim(stream, group, shards, ask);
  }

  @Override
  public List<List<ReceiptStatus>> settle(
      StreamId stream, GroupId group, List<ShardOutcome> outcomes) {
    return claims.settle(stream, group, outcomes);
  }

  private int awaitReady(List<ShardId> shards, GroupId group, Duration wait) {
    Look first = look(shards, group);
    boolean all = first.open() == shards.size();
    Duration most = all || wait.compareTo(PART_WAIT) < 0 ? wait : PART_WAIT;
    long untilNanos = site.context().time().nanoTime() + most.toNanos();
    Look now = first;
    while (now.ready() == 0
        && now.open() == first.open()
        && awaitChange(shards, group, untilNanos, first.open())) {
      now = look(shards, group);
    }
    if (now.ready() == 0 && now.away().isPresent()) {
      throw new NotOwnerException(now.away().get());
    }
    return now.ready();
  }

  /**
   * The state of a group on some shards.
   *
   * @param ready how many events are ready
   * @param open on how many of the shards the group is open here
   * @param away one of the shards that is not owned here
   */
  private record Look(int ready, int open, Optional<ShardId> away) {}

  private Look look(List<ShardId> shards, GroupId group) {
    int ready = 0;
    int open = 0;
    Optional<ShardId> away = Optional.empty();
    for (ShardId shard : shards) {
      try {
        ready += group(shard, group).ready();
        open++;
      } catch (NotOwnerException e) {
        away = Optional.of(shard);
      } catch (RequestException.Unavailable e) {
        // It is being opened, or set aside.
      }
    }
    return new Look(ready, open, away);
  }

  /**
   * Returns true once something may be ready on one of them, or the group is open on fewer shards
   * than {@code open}.
   */
  private boolean awaitChange(List<ShardId> shards, GroupId group, long untilNanos, int open) {
    CompletableFuture<Boolean> changed = new CompletableFuture<>();
    List<Cancellation> watches = new ArrayList<>();
    for (ShardId shard : shards) {
      try {
        watches.add(group(shard, group).onReady(() -> changed.complete(true)));
      } catch (NotOwnerException | RequestException e) {
        // There is nothing to wait for.
      }
    }
    if (watches.size() < open) {
      changed.complete(true);
    }
    Duration left = Duration.ofNanos(Math.max(0, untilNanos - site.context().time().nanoTime()));
    watches.add(site.context().time().schedule(left, () -> changed.complete(false)));
    try {
      return changed.join();
    } finally {
      watches.forEach(Cancellation::cancel);
    }
  }

  /** The newest ownership wins, even if an older one is reported later. */
  private void place(Place place) {
    Optional<Place> closed;
    try (var _ = moves.hold()) {
      Optional<Place> standing = Optional.ofNullable(places.get(key(place.owned().shard())));
      boolean isLate =
          standing.filter(other -> other.owned().epoch() > place.owned().epoch()).isPresent();
      if (!isLate) {
        places.put(key(place.owned().shard()), place);
      }
      closed = isLate ? Optional.of(place) : standing;
    }
    closed.flatMap(Place::owner).ifPresent(ShardOwner::close);
  }

  /** Ends an ownership, unless a newer one has replaced it. Its owner may stay open for reads. */
  private void leave(OwnedShard owned, boolean mayRead) {
    Optional<Place> closed = Optional.empty();
    try (var _ = moves.hold()) {
      Optional<Place> standing = find(owned);
      Optional<ShardOwner> reader = standing.flatMap(Place::owner);
      if (mayRead && reader.isPresent() && owned.mayShow()) {
        places.put(key(owned.shard()), new Place(owned, reader, true));
      } else if (standing.isPresent()) {
        places.remove(key(owned.shard()));
        closed = standing;
      }
    }
    closed.flatMap(Place::owner).ifPresent(ShardOwner::close);
  }

  /** Closes owners that were open for reads and may be read no longer. */
  private void closeReaders() {
    places.values().stream()
        .filter(place -> place.reading() && !place.owned().mayShow())
        .forEach(place -> leave(place.owned(), false));
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  private void erase(OwnedShard owned, CatalogStream deleted) {
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

  private static String key(ShardId shard) {
    return shard.toString();
  }
}
