package io.messina.stream.node;

import io.messina.runtime.Mutex;
import io.messina.stream.ShardId;
import io.messina.stream.owner.OwnerAddress;
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
  private final Mutex lock = new Mutex();
  private final Map<ShardId, OwnerAddress> owners = newest(KNOWN_MAX); // under the lock

  /**
   * Knows nobody yet.
   *
   * @param here the address of this node, which knows itself by what it owns
   */
  KnownOwners(String here) {
    this.here = here;
  }

  String here() {
    return here;
  }

  Optional<OwnerAddress> find(ShardId shard) {
    try (var _ = lock.hold()) {
      return Optional.ofNullable(owners.get(shard));
    }
  }

  /** Remembers an owner, unless a later one is known, or it is this node. */
  void learn(ShardId shard, OwnerAddress owner) {
    if (owner.address().equals(here)) {
      return;
    }
    try (var _ = lock.hold()) {
      OwnerAddress known = owners.get(shard);
      if (known == null || known.epoch() < owner.epoch()) {
        owners.put(shard, owner);
      }
    }
  }

  /** Forgets an owner; of any epoch, if the argument has none. */
  void forget(ShardId shard, OwnerAddress owner) {
    try (var _ = lock.hold()) {
      OwnerAddress known = owners.get(shard);
      if (known != null
          && known.address().equals(owner.address())
          && (owner.epoch() == 0 || owner.epoch() == known.epoch())) {
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
