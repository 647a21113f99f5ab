package io.messina.stream.placement;

import io.messina.store.Bytes;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.partition.Murmur3;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * The homes of a stream's shards among the nodes and cores that there are now, and salts of keys
 * that lead there. Of any two homes one has at most one shard more than the other; so of two nodes
 * with equally many cores.
 *
 * <p>A salt is found by trying: a partition lies at one of h homes by chance, hence after h tries
 * on average, and at one of r sets of replicas after h × r.
 */
final class Homes {

  /** After so many tries in vain no salt is found. */
  static final int TRIES_MAX = 100_000;

  /** Nodes take turns, so that few shards are on many nodes. */
  private static final Comparator<Home> TURNS =
      Comparator.comparingInt((Home home) -> home.core().orElse(0))
          .thenComparing(home -> home.node());

  private final PartitionLocations locations;
  private final List<Home> homes;

  /** Where the stream's first shard is, so that not all streams begin at the same home. */
  private final int first;

  Homes(PartitionLocations locations, StreamId stream) {
    this.locations = locations;
    this.homes =
        locations.stability() == PartitionLocations.Stability.FIXED
            ? locations.homes().stream().sorted(TURNS).toList()
            : List.of();
    this.first =
        homes.isEmpty()
            ? 0
            : (int)
                Math.floorMod(Murmur3.token(Bytes.utf8(stream.toString())), (long) homes.size());
  }

  /** Where a shard shall live; empty where homes are not known, or where partitions move. */
  Optional<Home> of(ShardId shard) {
    return homes.isEmpty()
        ? Optional.empty()
        : Optional.of(homes.get((first + shard.number()) % homes.size()));
  }

  /** The first salt whose partition is at a home. */
  OptionalInt salt(Home home, IntFunction<PartitionKey> partitions) {
    for (int salt = 0; salt < TRIES_MAX; salt++) {
      if (find(partitions.apply(salt)).filter(found -> found.home().equals(home)).isPresent()) {
        return OptionalInt.of(salt);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * The first salt whose partition lies exactly at a location; else one with the same home, as
   * where there are very many sets of replicas; else 0.
   */
  int salt(PartitionLocation location, IntFunction<PartitionKey> partitions) {
    int near = -1;
    for (int salt = 0; salt < TRIES_MAX; salt++) {
      Optional<PartitionLocation> found = find(partitions.apply(salt));
      if (found.equals(Optional.of(location))) {
        return salt;
      }
      if (near < 0 && found.filter(it -> it.home().equals(location.home())).isPresent()) {
        near = salt;
      }
    }
    return Math.max(near, 0);
  }

  Optional<PartitionLocation> find(PartitionKey partition) {
    return locations.find(partition);
  }
}
