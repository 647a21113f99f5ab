package io.messina.stream;

import io.messina.api.Position;
import io.messina.runtime.NodeTime;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.ShardTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Shards in memory, and nodes that own them as a test says. What a shard holds moves with it. Who
 * owns what stands in the table of shards, as real owners write it.
 */
public final class MemoryCluster {

  final Lock lock = new ReentrantLock();
  final Map<String, MemoryShard> shards = new TreeMap<>();
  final List<Runnable> changes = new CopyOnWriteArrayList<>();

  private final Store store;
  private final Map<String, String> owners = new TreeMap<>(); // under the lock
  private final Map<String, List<Runnable>> owning = new TreeMap<>(); // under the lock

  /** Without shards; writes owners to the table of shards. */
  public MemoryCluster(Store store) {
    this.store = store;
    store.create(ShardTable.SHARDS);
  }

  /** What a node does for the shards that it owns. */
  public OwnShards service(String address, NodeTime time) {
    return new MemoryService(this, address, time);
  }

  /** The way to nodes, of which each is asked through a decorator. */
  public Peers peers(Map<String, NodeTime> nodes, Function<ShardService, ShardService> way) {
    return address -> {
      NodeTime time = nodes.get(address);
      if (time == null) {
        throw new PeerException(address + ": no such node", false);
      }
      return way.apply(service(address, time));
    };
  }

  /** Gives a shard to a node, in truth and in the table. */
  public void give(ShardId shard, String address) {
    write(shard, address, false);
    List<Runnable> told = new ArrayList<>();
    lock.lock();
    try {
      String before = owners.put(shard.toString(), address);
      told.addAll(owning.getOrDefault(address, List.of()));
      told.addAll(before == null ? List.of() : owning.getOrDefault(before, List.of()));
      shards.computeIfAbsent(shard.toString(), _ -> new MemoryShard(shard));
    } finally {
      lock.unlock();
    }
    told.forEach(Runnable::run);
    changed();
  }

  /** Takes a shard from its owner, who stays in the table. */
  public void take(ShardId shard) {
    List<Runnable> told = new ArrayList<>();
    lock.lock();
    try {
      String before = owners.remove(shard.toString());
      told.addAll(before == null ? List.of() : owning.getOrDefault(before, List.of()));
    } finally {
      lock.unlock();
    }
    told.forEach(Runnable::run);
    changed();
  }

  /** The events of a shard. */
  public List<StoredEvent> log(ShardId shard) {
    lock.lock();
    try {
      return List.copyOf(shard(shard).log);
    } finally {
      lock.unlock();
    }
  }

  /** Looks at a group of a shard, or changes it. */
  <T> T group(ShardId shard, GroupId group, Function<MemoryGroup, T> look) {
    lock.lock();
    try {
      return look.apply(shard(shard).group(group));
    } finally {
      lock.unlock();
    }
  }

  /** Sends the followers of a group to the first event. */
  public void seekToEarliest(ShardId shard, GroupId group) {
    var _ =
        group(
            shard,
            group,
            each -> {
              each.run++;
              each.followed = new Position(1, 0);
              return true;
            });
  }

  /** What was committed last by followers. */
  public Position followed(ShardId shard, GroupId group) {
    return group(shard, group, each -> each.followed);
  }

  /** The commands that a group has got on a shard. */
  public List<String> commands(ShardId shard, GroupId group) {
    return group(shard, group, each -> List.copyOf(each.commands));
  }

  /** Makes an event a dead letter. */
  public void kill(ShardId shard, GroupId group, int index) {
    group(
        shard,
        group,
        each -> {
          each.kill(index, "killed");
          return true;
        });
  }

  boolean isOwned(ShardId shard, String address) {
    lock.lock();
    try {
      return address.equals(owners.get(shard.toString()));
    } finally {
      lock.unlock();
    }
  }

  /** Hands an event out as a suspect. */
  public void suspect(ShardId shard, int index) {
    shard(shard).suspects.add(index);
  }

  MemoryShard shard(ShardId shard) {
    return Optional.ofNullable(shards.get(shard.toString())).orElseThrow();
  }

  /** Something may be ready now that was not before. */
  void changed() {
    changes.forEach(Runnable::run);
  }

  NodeTime.Cancellation onOwned(String address, Runnable listener) {
    List<Runnable> listeners = listeners(address);
    listeners.add(listener);
    listener.run();
    return () -> listeners.remove(listener);
  }

  List<ShardId> owned(String address) {
    lock.lock();
    try {
      return shards.values().stream()
          .map(shard -> shard.id)
          .filter(shard -> address.equals(owners.get(shard.toString())))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  private List<Runnable> listeners(String address) {
    lock.lock();
    try {
      return owning.computeIfAbsent(address, _ -> new CopyOnWriteArrayList<>());
    } finally {
      lock.unlock();
    }
  }

  private void write(ShardId shard, String address, boolean released) {
    PartitionKey partition = ShardTable.partition(shard, 0);
    Optional<Fence> standing = store.getStatic(partition).map(StaticRow::fence);
    Incarnation writer = new Incarnation(new UUID(0x4000L, Long.MIN_VALUE));
    FencedBatch.Builder batch =
        standing
            .map(fence -> FencedBatch.after(fence, fence.next(), partition))
            .orElseGet(() -> FencedBatch.first(new Fence(1, 0, writer), partition));
    FenceOutcome outcome =
        store.writeIf(
            batch.set(ShardTable.OWNER.of(address)).set(ShardTable.RELEASED.of(released)).build());
    if (!(outcome instanceof FenceOutcome.Applied)) {
      throw new IllegalStateException("outcome: " + outcome + " (expected: applied)");
    }
  }
}
