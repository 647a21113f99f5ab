package io.messina.stream.log;

import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Places the shards of a stream on the present nodes and cores of the database, and chooses salts
 * of keys whose partitions are stored there. The numbers of shards of any two homes differ by at
 * most one, and so do those of two nodes with equally many cores.
 *
 * <p>A salt is found by trying: a partition is at one of h homes by chance, so it takes h tries on
 * average, and h × r for one of r sets of replicas. Safe for use by many threads.
 */
public final class CorePlacement {

  /** After how many tries the search for a salt is given up. */
  private static final int TRIES_MAX = 100_000;

  /** Nodes take turns, so that even a few shards use many nodes. */
  private static final Comparator<Home> TURNS =
      Comparator.comparingInt((Home home) -> home.core().orElse(0))
          .thenComparing(home -> home.node());

  private final PartitionLocations locations;
  private final BiFunction<ShardId, Integer, PartitionKey> states;

  /**
   * @param locations of partitions, read again each time
   * @param states the partition of a shard's state with a given salt
   */
  public CorePlacement(
      PartitionLocations locations, BiFunction<ShardId, Integer, PartitionKey> states) {
    this.locations = locations;
    this.states = states;
  }

  /**
   * Chooses the salts of the state of a new stream's shards, so that each is stored at its home. It
   * computes, up to seconds for thousands of shards, without waiting for the database.
   *
   * @param shards all shards of a stream that does not exist yet
   * @return one salt for each
   * @throws RequestException.Refused if the store's partitions do not stay in place, or no salt was
   *     found
   * @throws RequestException.Unavailable if the nodes of the database are not known yet
   */
  public ShardSalts states(List<ShardId> shards) {
    switch (locations.stability()) {
      case FIXED -> {}
      case UNKNOWN -> throw unfit("any, as this store has no nodes to choose from");
      case MOVING ->
          throw unfit(
              "any, as the database moves tablets at will; a keyspace made with tablets ="
                  + " {'enabled': false} keeps its partitions in place");
    }
    Homes homes = new Homes(shards.get(0).stream());
    return new ShardSalts(shards.stream().map(shard -> stateSalt(homes, shard)).toList());
  }

  private int stateSalt(Homes homes, ShardId shard) {
    Home home =
        homes
            .of(shard)
            .orElseThrow(
                () ->
                    new RequestException.Unavailable(
                        "placement: core (expected: once the database's nodes are known)"));
    return saltAt(home, salt -> states.apply(shard, salt))
        .orElseThrow(
            () ->
                unfit(
                    "any, as no key of %s with one of %s salts leads to %s"
                        .formatted(shard, TRIES_MAX, home)));
  }

  private static RequestException.Refused unfit(String expected) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.UNFIT, "placement: core (expected: " + expected + ")");
  }

  /**
   * Chooses the salts of one shard's log, so that it is stored where the shard's state is. If nodes
   * or cores were added or removed since, the state stays where it is, and new segments of the log
   * go to the shard's new home, all to one place.
   *
   * @param stateSalt the salt of the shard's state
   */
  public Salts log(ShardId shard, int stateSalt) {
    return partitions ->
        new Homes(shard.stream())
            .of(shard)
            .flatMap(home -> state(home, shard, stateSalt))
            .map(location -> saltAt(location, partitions))
            .orElse(0);
  }

  /** Where the state is, or would be if it were chosen now: every owner gets the same result. */
  private Optional<PartitionLocation> state(Home home, ShardId shard, int stateSalt) {
    return locations
        .find(states.apply(shard, stateSalt))
        .filter(found -> found.home().equals(home))
        .or(
            () ->
                saltAt(home, salt -> states.apply(shard, salt))
                    .flatMap(salt -> locations.find(states.apply(shard, salt))));
  }

  /** The first salt whose partition is at a home. */
  private Optional<Integer> saltAt(Home home, IntFunction<PartitionKey> partitions) {
    return IntStream.range(0, TRIES_MAX)
        .boxed()
        .filter(
            salt ->
                locations
                    .find(partitions.apply(salt))
                    .filter(found -> found.home().equals(home))
                    .isPresent())
        .findFirst();
  }

  /**
   * The first salt whose partition is exactly at a location; otherwise one with the same home, if
   * there are very many sets of replicas; otherwise 0.
   */
  private int saltAt(PartitionLocation location, IntFunction<PartitionKey> partitions) {
    int near = -1;
    for (int salt = 0; salt < TRIES_MAX; salt++) {
      Optional<PartitionLocation> found = locations.find(partitions.apply(salt));
      if (found.equals(Optional.of(location))) {
        return salt;
      }
      if (near < 0 && found.filter(it -> it.home().equals(location.home())).isPresent()) {
        near = salt;
      }
    }
    return Math.max(near, 0);
  }

  /** The homes of a stream's shards. */
  private final class Homes {

    private final List<Home> homes;

    /** The home of the stream's first shard, so that not all streams begin at the same home. */
    private final int first;

    Homes(StreamId stream) {
      this.homes =
          locations.stability() == PartitionLocations.Stability.FIXED
              ? locations.homes().stream().sorted(TURNS).toList()
              : List.of();
      long token = Murmur3.token(Bytes.utf8(stream.toString()));
      this.first = Math.floorMod(token, Math.max(1, homes.size()));
    }

    /** Empty if homes are not known, or if partitions move. */
    Optional<Home> of(ShardId shard) {
      return homes.isEmpty()
          ? Optional.empty()
          : Optional.of(homes.get((first + shard.number()) % homes.size()));
    }
  }
}
