package io.messina.server.streams;

import io.messina.server.http.HealthCheck;
import io.messina.stream.ShardId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether this server owns the shards that it should own. As it starts, all of them; after that, a
 * shard counts as missing only if it has been seen without an owner for a while, so that creating a
 * stream does not take the server out of its load balancer.
 */
final class ShardsCheck implements HealthCheck {

  /** The time in which the shards of a new stream must be taken over. */
  static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int NAMED_MAX = 5;

  private final Supplier<Optional<Set<ShardId>>> wanted;
  private final Supplier<Set<ShardId>> owned;
  private final LongSupplier nanoTime;
  private final Map<ShardId, Long> missingSince = new HashMap<>();
  private boolean hadAll;

  /**
   * A check that has seen nothing yet.
   *
   * @param wanted the shards that this server should own; empty as long as that is not known
   * @param owned the shards that it owns
   * @param nanoTime a monotonic clock
   */
  ShardsCheck(
      Supplier<Optional<Set<ShardId>>> wanted,
      Supplier<Set<ShardId>> owned,
      LongSupplier nanoTime) {
    this.wanted = wanted;
    this.owned = owned;
    this.nanoTime = nanoTime;
  }

  @Override
  public String name() {
    return "shards";
  }

  @Override
  public synchronized Optional<String> trouble() {
    Optional<Set<ShardId>> known = wanted.get();
    if (known.isEmpty()) {
      return Optional.of("which shards are of this server is not known yet");
    }
    Set<ShardId> missing = new HashSet<>(known.get());
    missing.removeAll(owned.get());
    hadAll |= missing.isEmpty();
    long now = nanoTime.getAsLong();
    missingSince.keySet().retainAll(missing);
    missing.forEach(shard -> missingSince.putIfAbsent(shard, now));
    List<ShardId> late = new ArrayList<>(missing);
    if (hadAll) {
      late.removeIf(shard -> now - missingSince.getOrDefault(shard, now) < GRACE_NANOS);
    }
    return late.isEmpty()
        ? Optional.empty()
        : Optional.of(
            late.size()
                + " shards are not taken over yet: "
                + late.stream().limit(NAMED_MAX).toList());
  }
}
