package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.NotOwnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of events whose handlers still run: a look every quarter of the lease, so that
 * each is extended before half of it is over. Safe for use by many threads.
 */
final class LeaseKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  private final ConsumerSite site;
  private final GroupDefinition group;
  private final Handlings handlings;
  private final Duration lease;
  private final Duration handlingMax;
  private final Lock lock = new ReentrantLock();
  private NodeTime.@Nullable Cancellation next; // under the lock
  private boolean closed; // under the lock

  LeaseKeeper(
      ConsumerSite site,
      GroupDefinition group,
      Handlings handlings,
      Duration lease,
      Duration handlingMax) {
    this.site = site;
    this.group = group;
    this.handlings = handlings;
    this.lease = lease;
    this.handlingMax = handlingMax;
  }

  void start() {
    lock.lock();
    try {
      if (!closed) {
        next = site.time().schedule(lease.dividedBy(4), this::look);
      }
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      if (next != null) {
        next.cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  private void look() {
    Map<Integer, List<Handling>> byShard = new TreeMap<>();
    long nowNanos = site.time().nanoTime();
    for (Handling handling : handlings.running()) {
      if (wantsLease(handling, nowNanos)) {
        byShard.computeIfAbsent(handling.shard(), _ -> new ArrayList<>()).add(handling);
      }
    }
    byShard.forEach(this::extend);
    start();
  }

  private boolean wantsLease(Handling handling, long nowNanos) {
    return !handling.isHandled()
        && nowNanos - handling.leasedNanos >= lease.dividedBy(4).toNanos()
        && nowNanos - handling.beganNanos < handlingMax.toNanos();
  }

  private void extend(int shard, List<Handling> handlings) {
    // By the time before the request, as the lease runs from some moment after it.
    long nowNanos = site.time().nanoTime();
    try {
      var _ =
          site.own()
              .service()
              .settle(
                  new ShardId(group.stream(), shard),
                  group.id(),
                  new Outcome.Extend(lease),
                  handlings.stream().map(Handling::claim).toList());
      handlings.forEach(handling -> handling.leasedNanos = nowNanos);
    } catch (NotOwnerException | StreamException e) {
      // The next look tries again; where the shard is lost, the event comes again elsewhere.
    } catch (RuntimeException e) {
      LOG.warn("{}/{}: leases cannot be extended", group.id(), shard, e);
    }
  }
}
