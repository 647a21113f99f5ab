package io.messina.stream.cluster;

import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.Faults;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** How the processes of a simulated cluster share their store. */
enum Wiring {
  /** One process at a time has the store, as one has the folder of an embedded one. */
  SOLE(
      new Faults(0.02, 0, 0, Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1), 8),
      Duration.ofSeconds(5)),
  /**
   * Members share the shards, and ask each other. Where all are new, two leases pass until one is
   * settled.
   */
  MEMBERS(Faults.ROUGH, OwnershipOptions.DEFAULT.lease().multipliedBy(5));

  /** What goes wrong between a process and the store. */
  final Faults faults;

  /** After so much calm each shard has an owner that serves it. */
  final Duration recovery;

  Wiring(Faults faults, Duration recovery) {
    this.faults = faults;
    this.recovery = recovery;
  }

  /** What a seed runs: each one in turn. */
  static Wiring of(long seed) {
    return values()[(int) Math.floorMod(seed, (long) values().length)];
  }

  /** On how many machines processes run. */
  int machines(RandomGenerator random) {
    return this == SOLE ? 1 : Math.max(3, random.nextInt(6));
  }

  /** What cannot happen, or seldom does. */
  Set<Tally.Sight> mayMiss() {
    Set<Tally.Sight> rare =
        EnumSet.of(Tally.Sight.ROW_BEHIND_A_CUT, Tally.Sight.EXPIRED_EVENT, Tally.Sight.SKIP);
    if (this == SOLE) {
      rare.add(Tally.Sight.UNKNOWN_OUTCOME);
    }
    return rare;
  }

  /** Whether there is a way to the store that can break. */
  boolean isRemote() {
    return this != SOLE;
  }
}
