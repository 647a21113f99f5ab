package io.messina.stream.ownership;

import io.messina.api.Checks;
import java.time.Duration;

/**
 * How living owners are detected.
 *
 * @param lease how long an owner must have been silent before others take its shards; the same for
 *     all processes of a cluster
 * @param beatEvery how often a process beats, and reads the beats of others
 * @param sole whether a lock proves that only this process can use the store: it takes over at once
 * @param takesShards whether it owns a part of the shards; otherwise it only asks the owners
 */
public record OwnershipOptions(
    Duration lease, Duration beatEvery, boolean sole, boolean takesShards) {

  /** For a process among others: a lease of 5 s and a beat every second. */
  public static final OwnershipOptions DEFAULT =
      new OwnershipOptions(Duration.ofSeconds(5), Duration.ofSeconds(1), false, true);

  /** For a process with an embedded store. */
  public static final OwnershipOptions SOLE =
      new OwnershipOptions(DEFAULT.lease(), DEFAULT.beatEvery(), true, true);

  /** For a process among others that owns no shards. */
  public static final OwnershipOptions GATEWAY =
      new OwnershipOptions(DEFAULT.lease(), DEFAULT.beatEvery(), false, false);

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the lease is no longer than four beats
   */
  public OwnershipOptions {
    Checks.that(
        beatEvery.isPositive() && lease.compareTo(beatEvery.multipliedBy(4)) > 0,
        "lease",
        lease,
        "more than 4 times beatEvery, " + beatEvery);
  }

  /** After how many beats a member gets shards: two leases. */
  long settledBeats() {
    return lease.toNanos() * 2 / beatEvery.toNanos();
  }

  /**
   * After how many beats a process knows the other members, unless it has seen that it is alone.
   */
  long awareBeats() {
    return lease.toNanos() / 2 / beatEvery.toNanos() + 1;
  }
}
