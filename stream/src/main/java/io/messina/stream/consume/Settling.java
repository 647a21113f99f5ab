package io.messina.stream.consume;

import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
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
 * Tells the group what came of the events of one shard, many at once: a thread that comes while
 * another one tells leaves its events to that one. Safe for use by many threads.
 */
final class Settling {

  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ConsumerSite site;
  private final GroupDefinition group;
  private final ShardId shard;
  private final Handlings handlings;
  private final Counts counts;
  private final Lock lock = new ReentrantLock();
  private Map<Outcome, List<Handling>> waiting = new LinkedHashMap<>(); // under the lock
  private boolean telling; // under the lock

  Settling(
      ConsumerSite site, GroupDefinition group, int shard, Handlings handlings, Counts counts) {
    this.site = site;
    this.group = group;
    this.shard = new ShardId(group.stream(), shard);
    this.handlings = handlings;
    this.counts = counts;
  }

  void settle(Handling handling, Outcome outcome) {
    lock.lock();
    try {
      waiting.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(handling);
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
    for (Map<Outcome, List<Handling>> next = take(); !next.isEmpty(); next = take()) {
      next.forEach(this::tell);
    }
  }

  /** All that waits; if that is nothing, no thread tells from now on. */
  private Map<Outcome, List<Handling>> take() {
    lock.lock();
    try {
      Map<Outcome, List<Handling>> taken = waiting;
      waiting = new LinkedHashMap<>();
      telling = !taken.isEmpty();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void tell(Outcome outcome, List<Handling> settled) {
    try {
      long told = attempt(outcome, settled, 1);
      counts.dropped.addAndGet(settled.size() - told);
    } catch (RuntimeException e) {
      LOG.warn("{}: the outcomes of {} events are dropped", shard, settled.size(), e);
      counts.dropped.addAndGet(settled.size());
    } finally {
      handlings.end(settled);
    }
  }

  /** Returns how many the group has taken. What it has not taken comes again by itself. */
  private long attempt(Outcome outcome, List<Handling> settled, int attempt) {
    try {
      return site
          .own()
          .service()
          .settle(shard, group.id(), outcome, settled.stream().map(Handling::claim).toList())
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
