package io.messina.stream.placement;

import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.stream.ShardId;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * Chooses the salts of one shard's log, so that it is stored where the shard's state is. If nodes
 * or cores were added or removed since, the state stays where it is, and new segments of the log go
 * to the shard's new home, all to one place. Safe for use by many threads.
 */
public final class LogSalts implements Salts {

  private final PartitionLocations locations;
  private final ShardId shard;
  private final int stateSalt;
  private final IntFunction<PartitionKey> states;

  /**
   * @param locations of partitions, read again each time
   * @param shard the shard
   * @param stateSalt the salt of its state
   * @param states the partition of its state with a given salt
   */
  public LogSalts(
      PartitionLocations locations,
      ShardId shard,
      int stateSalt,
      IntFunction<PartitionKey> states) {
    this.locations = locations;
    this.shard = shard;
    this.stateSalt = stateSalt;
    this.states = states;
  }

  @Override
  public int choose(IntFunction<PartitionKey> partitions) {
    Homes homes = new Homes(locations, shard.stream());
    return location(homes).map(location -> homes.salt(location, partitions)).orElse(0);
  }

  /** Where the state is, or would be if it were chosen now: every owner gets the same result. */
  private Optional<PartitionLocation> location(Homes homes) {
    return homes
        .of(shard)
        .flatMap(
            home -> {
              Optional<PartitionLocation> standing =
                  homes.find(states.apply(stateSalt)).filter(found -> found.home().equals(home));
              if (standing.isPresent()) {
                return standing;
              }
              OptionalInt salt = homes.salt(home, states);
              return salt.isPresent()
                  ? homes.find(states.apply(salt.getAsInt()))
                  : Optional.empty();
            });
  }
}
