package io.messina.stream.consume;

import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.peer.NotOwnerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for events on threads of its own, one for the same shards, so that who is woken for another
 * reason need not break it off. Safe for use by many threads.
 */
final class ReadyWait {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyWait.class);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration AT_ONCE = Duration.ofMillis(10);
  private static final Duration PAUSE_MAX = Duration.ofMillis(500);
  private static final int DOUBLINGS_MAX = 6;

  private final ConsumerSite site;
  private final GroupDefinition group;
  private final Runnable woken;
  private final Lock lock = new ReentrantLock();
  private List<Integer> asked = List.of(); // under the lock

  ReadyWait(ConsumerSite site, GroupDefinition group, Runnable woken) {
    this.site = site;
    this.group = group;
    this.woken = woken;
  }

  /**
   * Wakes once something may be ready, after 5 s at the latest.
   *
   * @param shards where
   * @param inVain how often there was nothing although it was said to be ready
   */
  void begin(List<ShardId> shards, int inVain) {
    List<Integer> numbers = shards.stream().map(ShardId::number).toList();
    lock.lock();
    try {
      if (numbers.isEmpty() || numbers.equals(asked)) {
        return;
      }
      asked = numbers;
    } finally {
      lock.unlock();
    }
    site.start(() -> await(numbers, inVain));
  }

  private void await(List<Integer> numbers, int inVain) {
    long beganNanos = site.time().nanoTime();
    boolean ready = isReady(numbers);
    Duration took = Duration.ofNanos(site.time().nanoTime() - beganNanos);
    if (took.compareTo(AT_ONCE) < 0 && !(ready && inVain <= 1)) {
      pause(ready ? AT_ONCE.multipliedBy(1L << Math.min(inVain, DOUBLINGS_MAX)) : PAUSE_MAX);
    }
    lock.lock();
    try {
      asked = asked.equals(numbers) ? List.of() : asked;
    } finally {
      lock.unlock();
    }
    woken.run();
  }

  private boolean isReady(List<Integer> numbers) {
    try {
      return site.own().service().awaitReady(group.stream(), group.id(), numbers, WAIT);
    } catch (NotOwnerException | StreamException e) {
      return false;
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be waited for", group.id(), e);
      return false;
    }
  }

  private void pause(Duration pause) {
    try {
      site.time().sleep(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
