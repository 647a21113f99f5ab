package io.messina.stream.cluster;

import io.messina.api.Backoff;
import io.messina.api.Delivery;
import io.messina.api.GroupLimits;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import java.time.Duration;
import java.util.Locale;

/** The groups of a simulated cluster, one of each sort. */
enum Crowd {
  /** Claims in any order. */
  CLAIMING(Order.NONE, Delivery.AT_LEAST_ONCE),
  /** Claims in the order of keys. */
  ORDERED(Order.KEY, Delivery.AT_LEAST_ONCE),
  /** Claims at most once. */
  ONCE(Order.NONE, Delivery.AT_MOST_ONCE),
  /** Claims in the processes of nodes. */
  INSIDE(Order.NONE, Delivery.AT_LEAST_ONCE),
  /** Follows. */
  FOLLOWING(Order.NONE, Delivery.AT_LEAST_ONCE),
  /** Follows in the processes of nodes. */
  FOLLOWING_INSIDE(Order.NONE, Delivery.AT_LEAST_ONCE);

  static final int ATTEMPTS_MAX = 3;
  static final Duration LEASE = Duration.ofSeconds(5);

  final GroupName group = new GroupName(name().toLowerCase(Locale.ROOT).replace('_', '-'));
  private final Order order;
  private final Delivery delivery;

  Crowd(Order order, Delivery delivery) {
    this.order = order;
    this.delivery = delivery;
  }

  /** How the group hands out. */
  GroupOptions options() {
    return options(LEASE, ATTEMPTS_MAX, new GroupLimits(50, 0, 0, 200));
  }

  /** How it hands out once somebody has changed it: with more attempts, or with fewer. */
  GroupOptions changed() {
    int attemptsMax = order == Order.KEY ? ATTEMPTS_MAX + 1 : ATTEMPTS_MAX - 1;
    return options(LEASE.plusSeconds(2), attemptsMax, new GroupLimits(20, 0, 0, 100));
  }

  private GroupOptions options(Duration lease, int attemptsMax, GroupLimits limits) {
    return new GroupOptions(
        lease,
        attemptsMax,
        new Backoff(Duration.ofMillis(200), Duration.ofSeconds(2), 20),
        order,
        delivery,
        limits);
  }

  /** Whether it has dead letters. */
  boolean claims() {
    return switch (this) {
      case CLAIMING, ORDERED, ONCE, INSIDE -> true;
      case FOLLOWING, FOLLOWING_INSIDE -> false;
    };
  }

  /** Whether its members claim over the network, with receipts. */
  boolean hasReceipts() {
    return switch (this) {
      case CLAIMING, ORDERED, ONCE -> true;
      case INSIDE, FOLLOWING, FOLLOWING_INSIDE -> false;
    };
  }
}
