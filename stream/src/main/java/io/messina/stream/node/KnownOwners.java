package io.messina.stream.node;

import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.owner.OwnerAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What this node has learnt of the owners of other nodes' shards: the newest epoch of each, until a
 * request finds it wrong. Safe for use by many threads.
 */
final class KnownOwners {

  private static final int KNOWN_MAX = 65_536;

  private final String here;
  private final NodeTime time;
  private final Mutex lock = new Mutex();
  private final Map<ShardId, Known> owners = newest(KNOWN_MAX); // under the lock

  private record Known(OwnerAddress owner, long sinceNanos) {}

  /**
   * Knows nobody yet.
   *
   * @param here the address of this node, which knows itself by what it owns
   */
  KnownOwners(String here, NodeTime time) {
    this.here = here;
    this.time = time;
  }

  String here() {
    return here;
  }

  Optional<OwnerAddress> find(ShardId shard) {
    try (var _ = lock.hold()) {
      return Optional.ofNullable(owners.get(shard)).map(Known::owner);
    }
  }

  /** Remembers an owner, unless a later one is known, or it is this node. */
  void learn(ShardId shard, OwnerAddress owner) {
    if (owner.address().equals(here)) {
      return;
    }
    try (var _ = lock.hold()) {
      Known known = owners.get(shard);
      if (known == null || known.owner().epoch() < owner.epoch()) {
        owners.put(shard, new Known(owner, time.nanoTime()));
      }
    }
  }

  /** Forgets an owner that was learnt at least so long ago; without an epoch, of any. */
  void forget(ShardId shard, OwnerAddress owner, Duration age) {
    try (var _ = lock.hold()) {
      Known known = owners.get(shard);
      if (known != null
          && known.owner().address().equals(owner.address())
          && (owner.epoch() == 0 || owner.epoch() == known.owner().epoch())
          && time.nanoTime() - known.sinceNanos() >= age.toNanos()) {
        owners.remove(shard);
      }
    }
  }

  void forgetAll(Collection<ShardId> shards) {
    try (var _ = lock.hold()) {
      owners.keySet().removeAll(shards);
    }
  }

  /** A map that forgets its oldest entries. */
  static <K, V> Map<K, V> newest(int max) {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
      }
    };
  }
}
