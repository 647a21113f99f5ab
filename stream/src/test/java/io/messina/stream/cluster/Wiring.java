package io.messina.stream.cluster;

import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** How the processes of a simulated cluster share their store. */
enum Wiring {
  /** One process at a time has the store, as one has the folder of an embedded one. */
  SOLE(
      new Faults(0.02, 0, 0, Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1), 8),
      Duration.ofSeconds(5)),
  /** One server has the cluster lease of the cluster and all shards, another one waits for it. */
  LEASED(Faults.ROUGH, OwnershipOptions.DEFAULT.lease().multipliedBy(3)),
  /**
   * Members share the shards, and ask each other. Where all are new, two leases pass until one is
   * settled.
   */
  MEMBERS(Faults.ROUGH, OwnershipOptions.DEFAULT.lease().multipliedBy(5));

  /** Where the process answers that was ready last. */
  static final String LATEST = "latest";

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
    return switch (this) {
      case SOLE -> 1;
      case LEASED -> 2;
      case MEMBERS -> Math.max(3, random.nextInt(6));
    };
  }

  /**
   * Whom clients ask, one as often as another: where only one server has the shards, mostly the one
   * that took its place last, and at times one that waits or has not noticed that it lost it.
   */
  List<String> fronts(List<String> machines) {
    List<String> fronts = new ArrayList<>(machines);
    if (this == LEASED) {
      fronts.addAll(Collections.nCopies(3, LATEST));
    }
    return fronts;
  }

  /** How long nothing new happens at most: longer where each harm stops everybody. */
  Duration respite() {
    return Duration.ofSeconds(this == LEASED ? 12 : 4);
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
