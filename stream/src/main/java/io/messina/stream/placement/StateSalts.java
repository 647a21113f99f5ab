package io.messina.stream.placement;

import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocations;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Chooses the salts of the state of a new stream's shards, so that each is stored at its home. */
public final class StateSalts {

  private final PartitionLocations locations;
  private final BiFunction<ShardId, Integer, PartitionKey> states;

  /**
   * @param locations of partitions
   * @param states the partition of a shard's state with a given salt
   */
  public StateSalts(
      PartitionLocations locations, BiFunction<ShardId, Integer, PartitionKey> states) {
    this.locations = locations;
    this.states = states;
  }

  /**
   * Chooses the salts. It computes, up to seconds for thousands of shards, without waiting for the
   * database.
   *
   * @param shards all shards of a stream that does not exist yet
   * @return one salt for each
   * @throws StreamException.Refused if the store's partitions do not stay in place, or no salt was
   *     found
   * @throws StreamException.Unavailable if the nodes of the database are not known yet
   */
  public ShardSalts choose(List<ShardId> shards) {
    checkFixed();
    Homes homes = new Homes(locations, shards.get(0).stream());
    List<Integer> salts = new ArrayList<>();
    for (ShardId shard : shards) {
      salts.add(salt(homes, shard));
    }
    return new ShardSalts(salts);
  }

  private int salt(Homes homes, ShardId shard) {
    Home home =
        homes
            .of(shard)
            .orElseThrow(
                () ->
                    new StreamException.Unavailable(
                        "placement: core (expected: once the database's nodes are known)"));
    return homes
        .salt(home, salt -> states.apply(shard, salt))
        .orElseThrow(
            () ->
                unfit(
                    "any, as no key of "
                        + shard
                        + " with one of "
                        + Homes.TRIES_MAX
                        + " salts leads to "
                        + home));
  }

  private void checkFixed() {
    switch (locations.stability()) {
      case FIXED -> {}
      case UNKNOWN -> throw unfit("any, as this store has no nodes to choose from");
      case MOVING ->
          throw unfit(
              "any, as the database moves tablets at will; a keyspace made with tablets ="
                  + " {'enabled': false} keeps its partitions in place");
    }
  }

  private static StreamException.Refused unfit(String expected) {
    return new StreamException.Refused(
        StreamException.Refused.Reason.UNFIT, "placement: core (expected: " + expected + ")");
  }
}
