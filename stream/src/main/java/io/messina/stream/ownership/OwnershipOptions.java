package io.messina.stream.ownership;

import io.messina.api.Checks;
import java.time.Duration;
import java.util.Optional;

/**
 * How living owners are detected.
 *
 * @param lease how long an owner must have been silent before others take its shards; the same for
 *     all processes of a cluster
 * @param beatEvery how often a process beats, and reads the beats of others
 * @param sole whether only this process can use the store: it takes over at once
 * @param clusterLease proves that, and needs lease and beats; empty if a lock proves it, which
 *     needs none
 */
public record OwnershipOptions(
    Duration lease, Duration beatEvery, boolean sole, Optional<ClusterLease> clusterLease) {

  /** For a process among others: a lease of 5 s and a beat every second. */
  public static final OwnershipOptions DEFAULT =
      new OwnershipOptions(Duration.ofSeconds(5), Duration.ofSeconds(1), false, Optional.empty());

  /** For a process with an embedded store. */
  public static final OwnershipOptions SOLE =
      new OwnershipOptions(DEFAULT.lease(), DEFAULT.beatEvery(), true, Optional.empty());

  /**
   * For a process with a store that only one process at a time may use, but others could.
   *
   * @param clusterLease held by only one of them
   * @return with lease and beats of {@link #DEFAULT}
   */
  public static OwnershipOptions leased(ClusterLease clusterLease) {
    return new OwnershipOptions(
        DEFAULT.lease(), DEFAULT.beatEvery(), true, Optional.of(clusterLease));
  }

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

  /** Whether a lock proves that every other process is dead. */
  boolean isAlone() {
    return sole && clusterLease.isEmpty();
  }

  /** After how many beats a member gets shards: two leases. */
  long settledBeats() {
    return lease.toNanos() * 2 / beatEvery.toNanos();
  }

  /** After how many beats a process knows the other members. */
  long awareBeats() {
    return sole ? 1 : lease.toNanos() / 2 / beatEvery.toNanos() + 1;
  }
}
