package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
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
 * Extends the leases of events whose handlers still run. It checks every quarter of the lease, so
 * that each lease is extended before half of it has passed. Safe for use by many threads.
 */
final class LeaseKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  private final ConsumerSite site;
  private final CatalogGroup group;
  private final InFlightEvents inFlight;
  private final Duration lease;
  private final Duration handlingMax;
  private final Lock lock = new ReentrantLock();
  private NodeTime.@Nullable Cancellation next; // under the lock
  private boolean closed; // under the lock

  LeaseKeeper(
      ConsumerSite site,
      CatalogGroup group,
      InFlightEvents inFlight,
      Duration lease,
      Duration handlingMax) {
    this.site = site;
    this.group = group;
    this.inFlight = inFlight;
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
    Map<Integer, List<InFlightEvent>> byShard = new TreeMap<>();
    long nowNanos = site.time().nanoTime();
    for (InFlightEvent event : inFlight.running()) {
      if (wantsLease(event, nowNanos)) {
        byShard.computeIfAbsent(event.shard(), _ -> new ArrayList<>()).add(event);
      }
    }
    byShard.forEach(this::extend);
    start();
  }

  private boolean wantsLease(InFlightEvent event, long nowNanos) {
    return !event.isHandled()
        && nowNanos - event.leasedNanos >= lease.dividedBy(4).toNanos()
        && nowNanos - event.beganNanos < handlingMax.toNanos();
  }

  private void extend(int shard, List<InFlightEvent> events) {
    // The time before the request, because the lease begins at some moment after it.
    long nowNanos = site.time().nanoTime();
    try {
      var _ =
          site.own()
              .service()
              .settle(
                  new ShardId(group.stream(), shard),
                  group.id(),
                  new Outcome.Extend(lease),
                  events.stream().map(InFlightEvent::claim).toList());
      events.forEach(event -> event.leasedNanos = nowNanos);
    } catch (NotOwnerException | StreamException e) {
      // The next check tries again; if the shard is lost, the event is handed out again elsewhere.
    } catch (RuntimeException e) {
      LOG.warn("{}/{}: leases cannot be extended", group.id(), shard, e);
    }
  }
}
