package io.messina.stream.consume;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.NotOwnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles the events of one shard in batches: a thread that comes while another one is sending
 * leaves its events to that one. Safe for use by many threads.
 */
final class OutcomeBatching {

  private static final Logger LOG = LoggerFactory.getLogger(OutcomeBatching.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ConsumerSite site;
  private final CatalogGroup group;
  private final ShardId shard;
  private final InFlightEvents inFlight;
  private final Counts counts;
  private final Lock lock = new ReentrantLock();
  private Map<Outcome, List<InFlightEvent>> waiting = new LinkedHashMap<>(); // under the lock
  private boolean telling; // under the lock

  OutcomeBatching(
      ConsumerSite site, CatalogGroup group, int shard, InFlightEvents inFlight, Counts counts) {
    this.site = site;
    this.group = group;
    this.shard = new ShardId(group.stream(), shard);
    this.inFlight = inFlight;
    this.counts = counts;
  }

  void settle(InFlightEvent event, Outcome outcome) {
    lock.lock();
    try {
      waiting.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(event);
      if (telling) {
        return;
      }
      telling = true;
    } finally {
      lock.unlock();
    }
    tellAll();
  }

  private void tellAll() {
    for (Map<Outcome, List<InFlightEvent>> next = take(); !next.isEmpty(); next = take()) {
      next.forEach(this::tell);
    }
  }

  /** Takes all waiting outcomes; if there are none, no thread is sending from now on. */
  private Map<Outcome, List<InFlightEvent>> take() {
    lock.lock();
    try {
      Map<Outcome, List<InFlightEvent>> taken = waiting;
      waiting = new LinkedHashMap<>();
      telling = !taken.isEmpty();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void tell(Outcome outcome, List<InFlightEvent> settled) {
    try {
      long told = attempt(outcome, settled, 1);
      counts.dropped.addAndGet(settled.size() - told);
    } catch (RuntimeException e) {
      LOG.warn("{}: the outcomes of {} events are dropped", shard, settled.size(), e);
      counts.dropped.addAndGet(settled.size());
    } finally {
      inFlight.end(settled);
    }
  }

  /**
   * Returns how many the group has settled. The others are handed out again when their leases end.
   */
  private long attempt(Outcome outcome, List<InFlightEvent> settled, int attempt) {
    try {
      return site
          .own()
          .service()
          .settle(shard, group.id(), outcome, settled.stream().map(InFlightEvent::claim).toList())
          .stream()
          .filter(ReceiptStatus.OK::equals)
          .count();
    } catch (StreamException.Unavailable | StreamException.Overloaded e) {
      return attempt < ATTEMPTS_MAX && pause() ? attempt(outcome, settled, attempt + 1) : 0;
    } catch (NotOwnerException | StreamException e) {
      return 0;
    }
  }

  private boolean pause() {
    try {
      site.time().sleep(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
