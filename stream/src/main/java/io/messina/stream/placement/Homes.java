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
 * The homes of a stream's shards on the present nodes and cores, and salts of keys whose partitions
 * are stored there. The numbers of shards of any two homes differ by at most one, and so do those
 * of two nodes with equally many cores.
 *
 * <p>A salt is found by trying: a partition is at one of h homes by chance, so it takes h tries on
 * average, and h × r for one of r sets of replicas.
 */
final class Homes {

  /** After how many tries the search for a salt is given up. */
  static final int TRIES_MAX = 100_000;

  /** Nodes take turns, so that even a few shards use many nodes. */
  private static final Comparator<Home> TURNS =
      Comparator.comparingInt((Home home) -> home.core().orElse(0))
          .thenComparing(home -> home.node());

  private final PartitionLocations locations;
  private final List<Home> homes;

  /** The home of the stream's first shard, so that not all streams begin at the same home. */
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

  /** The home of a shard; empty if homes are not known, or if partitions move. */
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
   * The first salt whose partition is exactly at a location; otherwise one with the same home, if
   * there are very many sets of replicas; otherwise 0.
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
