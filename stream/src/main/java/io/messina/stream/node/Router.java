package io.messina.stream.node;

import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.runtime.SingleFlight;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.ShardTable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the owner of a shard: this process, the last known owner, the member that should own it, or
 * whom that one names; the table of shards is read last. An owner is only believed once it has told
 * its epoch; then it is known until a request finds it wrong. Concurrent requests for the same
 * shard share a search. Safe for use by many threads.
 */
final class Router implements AutoCloseable {

  /** A shard is read in the table at most this often. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Likewise, while an owner is known that does not answer: members look whether it is dead. */
  private static final Duration LOOK_WHILE_SILENT_EVERY = Duration.ofSeconds(2);

  /** After a search in vain, requests that do not wait yet find no owner for so long. */
  private static final Duration VAIN = Duration.ofMillis(250);

  /** How many nodes a search asks that others have named. */
  private static final int HINTS_MAX = 3;

  private static final int SHARDS_MAX = 65_536;

  private final OwnShards own;
  private final Store store;
  private final KnownShards shards;
  private final Peers peers;
  private final NodeTime time;
  private final KnownMembers members;
  private final KnownOwners others;
  private final OwnerAddress here;
  private final Runnable unwatch;
  private final Mutex lock = new Mutex();
  private final Map<ShardId, Long> lookedNanos = KnownOwners.newest(SHARDS_MAX); // under the lock
  private final Map<ShardId, Long> vainNanos = KnownOwners.newest(SHARDS_MAX); // under the lock
  private final Map<String, Long> silentUntilNanos =
      KnownOwners.newest(SHARDS_MAX); // under the lock
  private final SingleFlight<ShardId, Found> searches = new SingleFlight<>();
  private volatile Set<ShardId> owned = Set.of();

  Router(
      OwnShards own, NodeSite site, KnownShards shards, KnownMembers members, KnownOwners others) {
    this.own = own;
    this.store = site.context().store();
    this.shards = shards;
    this.peers = site.peers();
    this.time = site.context().time();
    this.members = members;
    this.others = others;
    this.here = new OwnerAddress(site.address(), 0);
    this.unwatch = own.onOwned(this::ownedChanged)::cancel;
  }

  /**
   * The result of a search.
   *
   * @param owner the owner, if it was found
   * @param unreachable a node that should know or be the owner, lives, and does not answer
   */
  record Found(Optional<OwnerAddress> owner, Optional<String> unreachable) {

    static final Found NOBODY = new Found(Optional.empty(), Optional.empty());

    private static Found owner(OwnerAddress owner) {
      return new Found(Optional.of(owner), Optional.empty());
    }
  }

  /** This node, whatever it owns and in whatever epoch. */
  OwnerAddress here() {
    return here;
  }

  boolean isHere(OwnerAddress owner) {
    return owner.address().equals(here.address());
  }

  boolean isOwned(ShardId shard) {
    return owned.contains(shard);
  }

  /** Whether a shard can be read here, even if it is no longer owned here. */
  boolean isReadable(ShardId shard) {
    try {
      var _ = own.shard(shard);
      return true;
    } catch (NotOwnerException e) {
      return false;
    }
  }

  /** Whether a node is a member whose beats go on, as far as is known. */
  boolean isLiving(String address) {
    return members.living().get().contains(address);
  }

  /**
   * Finds the owner, asking others if needed; empty if none is known, or a search was in vain a
   * moment ago.
   */
  Optional<OwnerAddress> find(ShardId shard) {
    Optional<OwnerAddress> known = known(shard);
    if (known.isPresent() || !maySearch(shard)) {
      return known;
    }
    // A caller that has waited for another's search finds the owner that it has learnt.
    return searches
        .read(shard, () -> known(shard).map(Found::owner).orElseGet(() -> searched(shard)))
        .owner();
  }

  /** The owner, if it is known. */
  Optional<OwnerAddress> known(ShardId shard) {
    return isOwned(shard) ? Optional.of(here) : others.find(shard);
  }

  /** Searches, even if the search before was in vain. A known owner has to prove itself anew. */
  Found search(ShardId shard) {
    return searches.read(shard, () -> searched(shard));
  }

  private Found searched(ShardId shard) {
    return isOwned(shard) ? Found.owner(here) : new Search(shard).search();
  }

  ShardService service(OwnerAddress owner) {
    return isHere(owner) ? own : peers.at(owner.address());
  }

  /** The shard at an owner, in that owner's epoch. */
  Shard shard(OwnerAddress owner, ShardId shard) {
    return service(owner).shard(shard, owner.epoch());
  }

  /** Learns from a failed request: forgets its owner, and remembers whom that one has named. */
  void failed(ShardId shard, OwnerAddress owner, RuntimeException failure) {
    if (failure instanceof RequestException) {
      return;
    }
    others.forget(shard, owner);
    if (failure instanceof NotOwnerException refused) {
      refused
          .hint()
          .filter(named -> named.epoch() > owner.epoch())
          .ifPresent(named -> others.learn(shard, named));
    }
  }

  @Override
  public void close() {
    unwatch.run();
  }

  private void ownedChanged() {
    try (var _ = lock.hold()) {
      // Under the lock, so that the newest look is the one that is kept.
      owned = Set.copyOf(own.owned());
    }
    others.forgetAll(owned);
  }

  /** Whether no search was in vain a moment ago. */
  boolean maySearch(ShardId shard) {
    return !isYoung(vainNanos, shard, VAIN);
  }

  private boolean isYoung(Map<ShardId, Long> nanos, ShardId shard, Duration age) {
    try (var _ = lock.hold()) {
      Long since = nanos.get(shard);
      return since != null && time.nanoTime() - since < age.toNanos();
    }
  }

  private void stamp(Map<ShardId, Long> nanos, ShardId shard) {
    try (var _ = lock.hold()) {
      nanos.put(shard, time.nanoTime());
    }
  }

  private boolean isSilent(String address, long nowNanos) {
    try (var _ = lock.hold()) {
      Long until = silentUntilNanos.get(address);
      return until != null && nowNanos - until < 0;
    }
  }

  private void silent(String address, long untilNanos) {
    try (var _ = lock.hold()) {
      silentUntilNanos.put(address, untilNanos);
    }
  }

  /** One search for the owner of one shard. */
  private final class Search {

    private final ShardId shard;
    private final Set<String> asked = new HashSet<>(Set.of(here.address()));
    private Optional<String> unreachable = Optional.empty();

    private boolean silent;

    Search(ShardId shard) {
      this.shard = shard;
    }

    Found search() {
      Optional<OwnerAddress> found =
          others
              .find(shard)
              .flatMap(known -> ask(known.address()))
              .or(() -> members.expectedOwner().apply(shard).flatMap(this::ask))
              .or(() -> look().flatMap(this::ask));
      if (found.isEmpty()) {
        stamp(vainNanos, shard);
      }
      return new Found(found, unreachable);
    }

    /** Asks a node whether it is the owner, and the one that it names. */
    private Optional<OwnerAddress> ask(String first) {
      String address = first;
      for (int i = 0; i <= HINTS_MAX && asked.add(address); i++) {
        try {
          OwnerAddress owner = new OwnerAddress(address, epochAt(address));
          others.learn(shard, owner);
          return Optional.of(owner);
        } catch (NotOwnerException e) {
          forget(address);
          if (e.hint().isEmpty()) {
            return Optional.empty();
          }
          address = e.hint().get().address();
        } catch (RequestException e) {
          return Optional.empty();
        } catch (PeerException e) {
          forget(address);
          silent = true;
          unreachable = Optional.of(address).filter(Router.this::isLiving).or(() -> unreachable);
          return Optional.empty();
        }
      }
      return Optional.empty();
    }

    /** A node that does not answer is left alone for as long as it took to notice. */
    private int epochAt(String address) {
      long beganNanos = time.nanoTime();
      if (isSilent(address, beganNanos)) {
        throw new PeerException(address + ": did not answer a moment ago", false);
      }
      try {
        return peers.at(address).shard(shard).epoch();
      } catch (PeerException e) {
        silent(address, 2 * time.nanoTime() - beganNanos);
        throw e;
      }
    }

    private void forget(String address) {
      others
          .find(shard)
          .filter(known -> known.address().equals(address))
          .ifPresent(known -> others.forget(shard, known));
    }

    /** If the table names this node, the node has not taken the shard yet, or has lost it. */
    private Optional<String> look() {
      // One search at a time, so none comes in between.
      if (isYoung(lookedNanos, shard, silent ? LOOK_WHILE_SILENT_EVERY : LOOK_EVERY)) {
        return Optional.empty();
      }
      stamp(lookedNanos, shard);
      try {
        return shards
            .state(shard)
            .flatMap(store::look)
            .filter(row -> !row.find(ShardTable.RELEASED).orElse(false))
            .flatMap(Search::owner)
            .filter(address -> !address.equals(here.address()));
      } catch (StoreUnavailableException e) {
        return Optional.empty();
      }
    }

    private static Optional<String> owner(StaticRow row) {
      return row.find(ShardTable.OWNER);
    }
  }
}
