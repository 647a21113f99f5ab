package io.messina.stream.ownership;

import java.time.Duration;
import java.util.Optional;

/**
 * How owners are found to be alive.
 *
 * @param lease how long an owner must have been silent before others take its shards; the same for
 *     all processes of a cluster
 * @param beatEvery how often a process says that it lives, and looks who else does
 * @param sole whether this process alone can use the store: it takes over at once
 * @param clusterLease what proves that, and needs lease and beats; empty where a lock does, which
 *     needs none
 */
public record OwnershipOptions(
    Duration lease, Duration beatEvery, boolean sole, Optional<ClusterLease> clusterLease) {

  /** Of a process among others: a lease of 5 s and a beat every second. */
  public static final OwnershipOptions DEFAULT =
      new OwnershipOptions(Duration.ofSeconds(5), Duration.ofSeconds(1), false, Optional.empty());

  /** Of a process on an embedded store. */
  public static final OwnershipOptions SOLE =
      new OwnershipOptions(DEFAULT.lease(), DEFAULT.beatEvery(), true, Optional.empty());

  /**
   * Of a process on a store that others can use too, but only one at a time.
   *
   * @param clusterLease what only one of them has
   * @return with lease and beats of {@link #DEFAULT}
   */
  public static OwnershipOptions leased(ClusterLease clusterLease) {
    return new OwnershipOptions(
        DEFAULT.lease(), DEFAULT.beatEvery(), true, Optional.of(clusterLease));
  }

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException where a lease is no longer than four beats
   */
  public OwnershipOptions {
    if (!beatEvery.isPositive() || lease.compareTo(beatEvery.multipliedBy(4)) <= 0) {
      throw new IllegalArgumentException(
          "lease: " + lease + " (expected: more than 4 times beatEvery, " + beatEvery + ")");
    }
  }

  /** After how many beats a member gets shards: two leases. */
  long settledBeats() {
    return lease.multipliedBy(2).dividedBy(beatEvery);
  }

  /** After how many beats a process knows whom it shares with. */
  long awareBeats() {
    return sole ? 1 : lease.dividedBy(2).dividedBy(beatEvery) + 1;
  }
}
