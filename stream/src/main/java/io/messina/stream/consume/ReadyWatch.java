package io.messina.stream.consume;

import io.messina.stream.NodeTime;
import io.messina.stream.NodeTime.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets who waits for events sleep until there are some. An owner is asked once for all who wait for
 * the same, for 5 s. As many of them are woken as it takes to claim what is ready, in the order in
 * which they came; each says what came of it, and the owner is asked again while others wait. Safe
 * for use by many threads.
 *
 * @param <Q> what an owner is asked
 */
public final class ReadyWatch<Q> {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyWatch.class);
  private static final Duration WAIT = Duration.ofSeconds(5);

  /** Who says at once that there is nothing is not asked again at once. */
  private static final Duration NOTHING_MIN = Duration.ofMillis(500);

  /** Those who were woken and say nothing for so long are not counted on. */
  private static final Duration SILENCE_MAX = Duration.ofMillis(100);

  /** Where somebody who was woken got nothing, the next is not at once. */
  private static final Duration IN_VAIN = Duration.ofMillis(20);

  private final NodeTime time;
  private final ThreadFactory threads;
  private final ToIntBiFunction<Q, Duration> owners;
  private final Lock lock = new ReentrantLock();
  private final Map<Q, Line> lines = new HashMap<>(); // under the lock, with all that is in it
  private final AtomicLong came = new AtomicLong();

  /**
   * A watch where nobody waits yet.
   *
   * @param time the process's time
   * @param threads makes virtual threads
   * @param owners asks an owner to wait until something is ready, for so long at most; says how
   *     many events are, 0 once the wait is over or sooner where owners may have changed
   */
  public ReadyWatch(NodeTime time, ThreadFactory threads, ToIntBiFunction<Q, Duration> owners) {
    this.time = time;
    this.threads = threads;
    this.owners = owners;
  }

  /**
   * Somebody who comes now, and keeps this place among those who wait.
   *
   * @param want how many events are claimed at a time, from 1
   * @return says {@link Waiter#served} in the end
   */
  public Waiter waiter(int want) {
    return new Waiter(came.getAndIncrement(), want);
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * All who wait for the same. While any do, the owner is being asked, or will be after a pause.
   */
  private final class Line {

    private final Q question;
    private final NavigableMap<Long, Waiter> waiting = new TreeMap<>();
    private boolean asking;
    private @Nullable Cancellation pause;
    private int granted; // how many events those want who were woken and have said nothing yet

    Line(Q question) {
      this.question = question;
    }

    void ask() {
      endPause();
      if (!asking && waiting.isEmpty()) {
        lines.remove(question, this);
      } else if (!asking) {
        asking = true;
        threads.newThread(this::await).start();
      }
    }

    private void endPause() {
      if (pause != null) {
        pause.cancel();
        pause = null;
      }
    }

    private void askAfter(Duration rest) {
      endPause();
      Runnable askAnew =
          () -> {
            granted = 0;
            ask();
          };
      pause = time.schedule(rest, () -> locked(askAnew));
    }

    private void await() {
      List<Runnable> told = new ArrayList<>();
      int ready = 0;
      try {
        ready = ready();
      } finally {
        int count = ready;
        locked(() -> told.addAll(answered(count)));
        told.forEach(Runnable::run);
      }
    }

    private int ready() {
      long beganNanos = time.nanoTime();
      int ready = 0;
      try {
        ready = owners.applyAsInt(question, WAIT);
      } catch (RuntimeException e) {
        LOG.warn("{}: cannot be waited for", question, e);
      }
      Duration rest = NOTHING_MIN.minusNanos(time.nanoTime() - beganNanos);
      try {
        if (ready == 0 && rest.isPositive()) {
          time.sleep(rest);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return ready;
    }

    private List<Runnable> answered(int ready) {
      asking = false;
      List<Runnable> told = new ArrayList<>();
      int left = ready == 0 ? 1 : ready - granted;
      while (left > 0 && !waiting.isEmpty()) {
        Waiter next = waiting.firstEntry().getValue();
        left -= next.want;
        next.grant(this);
        told.add(next.woken);
      }
      if (ready == 0) {
        // The first makes sure that there is nothing, the others look who the owners are now.
        waiting.values().forEach(waiter -> told.add(waiter.woken));
        waiting.clear();
      }
      if (granted > 0 || !waiting.isEmpty()) {
        askAfter(SILENCE_MAX);
      } else {
        ask();
      }
      return told;
    }

    void ended(int want, boolean served) {
      granted = Math.max(0, granted - want);
      if (served) {
        ask();
      } else {
        askAfter(IN_VAIN);
      }
    }
  }

  /** One who claims, and waits where there is nothing. For one thread. */
  public final class Waiter {

    private final long number;
    private final int want;
    private final List<Line> stands = new ArrayList<>();
    private Runnable woken = () -> {};
    private @Nullable Line grantedBy;

    private Waiter(long number, int want) {
      this.number = number;
      this.want = want;
    }

    /**
     * Waits from now on, as there was nothing.
     *
     * @param questions what owners are asked
     * @param wake called by any thread without locks, perhaps more than once; {@link #leave} says
     *     what for
     */
    public void stand(Collection<Q> questions, Runnable wake) {
      lock.lock();
      try {
        end(false);
        woken = wake;
        questions.forEach(each -> stand(lines.computeIfAbsent(each, Line::new)));
      } finally {
        lock.unlock();
      }
    }

    private void stand(Line line) {
      stands.add(line);
      line.waiting.put(number, this);
      if (line.pause == null) {
        line.ask();
      }
    }

    /**
     * Waits no more.
     *
     * @return whether to claim; else owners may have changed
     */
    public boolean leave() {
      lock.lock();
      try {
        leaveLines();
        return grantedBy != null;
      } finally {
        lock.unlock();
      }
    }

    /** Has got something, or claims no more: the next is woken if there is more. */
    public void served() {
      locked(() -> end(true));
    }

    private void end(boolean served) {
      leaveLines();
      if (grantedBy != null) {
        grantedBy.ended(want, served);
        grantedBy = null;
      }
    }

    private void leaveLines() {
      stands.forEach(line -> line.waiting.remove(number));
      stands.clear();
    }

    private void grant(Line line) {
      leaveLines();
      grantedBy = line;
      line.granted += want;
    }
  }
}
