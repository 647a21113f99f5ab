package io.messina.stream.group;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets claims wait until there are events. All claims with the same target wait in one line, and
 * the owners are asked once for all of them, for 5 s at a time. As many claims are woken as are
 * needed to claim the ready events, in the order of their arrival. Each reports when it has
 * claimed, and the owner is asked again while others wait. No claim is woken if nothing is ready or
 * the owners have changed. Safe for use by many threads.
 *
 * @param <T> the target of a wait
 * @param <Q> a question to an owner
 */
public final class ReadyWatch<T, Q> {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyWatch.class);
  private static final Duration WAIT = Duration.ofSeconds(5);

  /** An owner that answers at once that nothing is ready is not asked again before this time. */
  private static final Duration NOTHING_MIN = Duration.ofMillis(500);

  /** How long a woken claim is awaited before others are woken. */
  private static final Duration SILENCE_MAX = Duration.ofMillis(100);

  /**
   * The pause before the next claim is woken after claims were woken in vain; doubled each time.
   */
  private static final ExponentialBackoff VAIN =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(640));

  private final NodeTime time;
  private final ThreadFactory threads;
  private final Owners<T, Q> owners;
  private final Mutex lock = new Mutex();
  private final Map<T, Line> lines = new HashMap<>(); // under the lock, with all that is in it
  private final AtomicLong came = new AtomicLong();

  /**
   * The owners that are asked.
   *
   * @param <T> the target of a wait
   * @param <Q> a question to an owner
   */
  public interface Owners<T, Q> {

    /**
     * Returns one question for each known owner.
     *
     * @param target of the wait
     */
    Collection<Q> questions(T target);

    /**
     * Waits until events are ready.
     *
     * @param question to one owner
     * @param wait how long at most
     * @return how many events are ready; 0 after the wait
     * @throws NotOwnerException if owners have changed
     * @throws PeerException if an owner does not answer
     * @throws RequestException.NotFound if waiting is pointless; all waiting claims are told
     */
    int awaitReady(Q question, Duration wait);
  }

  /**
   * @param time the process's time
   * @param threads makes virtual threads
   * @param owners the owners that are asked
   */
  public ReadyWatch(NodeTime time, ThreadFactory threads, Owners<T, Q> owners) {
    this.time = time;
    this.threads = threads;
    this.owners = owners;
  }

  /**
   * Registers a claim, which keeps its place among those that wait.
   *
   * @param want how many events are claimed at a time, from 1
   * @return must be told {@link Waiter#served} in the end
   */
  public Waiter waiter(int want) {
    return new Waiter(came.getAndIncrement(), want);
  }

  private void locked(Runnable step) {
    try (var _ = lock.hold()) {
      step.run();
    }
  }

  /** Unlike {@link Set#copyOf}, keeps the same order in each process. */
  private static <Q> Set<Q> inOrder(Collection<Q> questions) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(questions));
  }

  /** All claims that wait for the same target, and the owners that are asked for them. */
  private final class Line {

    private final T target;
    private final NavigableMap<Long, Waiter> waiting = new TreeMap<>();
    private final Map<Q, Asking> askings = new HashMap<>();
    private volatile Set<Q> questions = Set.of(); // written under the lock

    Line(T target) {
      this.target = target;
    }

    void ask(Collection<Q> next) {
      questions = inOrder(next);
      questions.stream()
          .map(each -> askings.computeIfAbsent(each, question -> new Asking(this, question)))
          .filter(asking -> asking.pause == null)
          .toList()
          .forEach(Asking::ask);
    }

    /** Called without the lock, because it may read. */
    Collection<Q> look() {
      try {
        return owners.questions(target);
      } catch (RuntimeException e) {
        LOG.warn("{}: its owners cannot be found", target, e);
        return questions;
      }
    }

    List<Runnable> fail(RequestException.NotFound failure) {
      List<Runnable> told = new ArrayList<>();
      for (Waiter waiter : waiting.values()) {
        waiter.failure = failure;
        told.add(waiter.woken);
      }
      waiting.clear();
      return told;
    }

    void leave(Waiter waiter) {
      waiting.remove(waiter.number);
      tidy();
    }

    private void tidy() {
      if (waiting.isEmpty() && askings.isEmpty()) {
        lines.remove(target, this);
      }
    }
  }

  /** An owner that is being asked while any claim waits, or will be asked after a pause. */
  private final class Asking {

    private final Line line;
    private final Q question;
    private boolean asked;
    private @Nullable Cancellation pause;
    private int granted; // how many events the woken claims that have not reported yet want
    private boolean vain; // whether one of those got nothing
    private int vainTimes = 1;

    Asking(Line line, Q question) {
      this.line = line;
      this.question = question;
    }

    void ask() {
      endPause();
      if (asked || line.askings.get(question) != this) {
        return;
      }
      if (line.waiting.isEmpty() || !line.questions.contains(question)) {
        line.askings.remove(question);
        line.tidy();
      } else {
        asked = true;
        threads.newThread(this::await).start();
      }
    }

    private void endPause() {
      if (pause != null) {
        pause.cancel();
        pause = null;
      }
    }

    private void askAfter(Duration rest, Runnable then) {
      endPause();
      pause = time.schedule(rest, () -> locked(then));
    }

    private void await() {
      List<Runnable> told = new ArrayList<>();
      Runnable answered = answered(told);
      locked(
          () -> {
            asked = false;
            answered.run();
          });
      told.forEach(Runnable::run);
    }

    /**
     * Asks the owner. Returns the task to run under the lock, which adds to {@code told} what to
     * run after that.
     */
    private Runnable answered(List<Runnable> told) {
      long beganNanos = time.nanoTime();
      try {
        int ready = owners.awaitReady(question, WAIT);
        Duration took = Duration.ofNanos(time.nanoTime() - beganNanos);
        return ready == 0 ? () -> nothing(took) : () -> told.addAll(ready(ready, took));
      } catch (RequestException.NotFound e) {
        return () -> {
          told.addAll(line.fail(e));
          ask();
        };
      } catch (RuntimeException e) {
        if (!(e instanceof NotOwnerException
            || e instanceof PeerException
            || e instanceof RequestException)) {
          LOG.warn("{}: cannot be waited for", question, e);
        }
        Duration took = Duration.ofNanos(time.nanoTime() - beganNanos);
        Collection<Q> next = line.look();
        return () -> moved(next, took);
      }
    }

    private List<Runnable> ready(int ready, Duration took) {
      boolean spins = vain && took.compareTo(VAIN.after(vainTimes)) < 0;
      vainTimes = spins ? vainTimes + 1 : 1;
      vain = false;
      // If the last claim got nothing, only one is woken to make sure.
      int left = (spins ? 1 : ready) - granted;
      List<Runnable> told = new ArrayList<>();
      while (left > 0 && !line.waiting.isEmpty()) {
        Waiter next = line.waiting.firstEntry().getValue();
        left -= next.want;
        next.grant(this);
        told.add(next.woken);
      }
      if (granted == 0 && line.waiting.isEmpty()) {
        ask();
      } else {
        askAfter(SILENCE_MAX, this::askAnew);
      }
      return told;
    }

    private void askAnew() {
      granted = 0;
      ask();
    }

    private void nothing(Duration took) {
      vain = false;
      askAgain(took);
    }

    /** At once, unless the owner answered at once. */
    private void askAgain(Duration took) {
      Duration rest = NOTHING_MIN.minus(took);
      if (rest.isPositive()) {
        askAfter(rest, this::ask);
      } else {
        ask();
      }
    }

    private void moved(Collection<Q> next, Duration took) {
      line.questions = inOrder(next);
      askAgain(took);
      line.ask(next);
    }

    void ended(int want, boolean served) {
      granted = Math.max(0, granted - want);
      if (served) {
        ask();
      } else {
        vain = true;
        askAfter(VAIN.after(vainTimes), this::ask);
      }
    }
  }

  /** A claim that waits if there are no events. For one thread. */
  public final class Waiter {

    private final long number;
    private final int want;
    private Runnable woken = () -> {};
    private @Nullable Line stands;
    private @Nullable Asking grantedBy;
    private RequestException.@Nullable NotFound failure;

    private Waiter(long number, int want) {
      this.number = number;
      this.want = want;
    }

    /**
     * Waits from now on, because there was nothing.
     *
     * @param target of the wait
     * @param wake called by any thread without locks, perhaps more than once; then {@link #leave}
     *     tells why
     */
    public void stand(T target, Runnable wake) {
      Collection<Q> questions = owners.questions(target);
      locked(
          () -> {
            end(false);
            woken = wake;
            Line line = lines.computeIfAbsent(target, Line::new);
            stands = line;
            line.waiting.put(number, this);
            line.ask(questions);
          });
    }

    /**
     * Waits no more.
     *
     * @return whether to claim
     * @throws RequestException.NotFound if there is nothing to wait for any more
     */
    public boolean leave() {
      locked(this::leaveLine);
      if (failure != null) {
        throw failure;
      }
      return grantedBy != null;
    }

    /** The claim has got events, or has ended: the next one is woken if more are ready. */
    public void served() {
      locked(() -> end(true));
    }

    private void end(boolean served) {
      leaveLine();
      if (grantedBy != null) {
        grantedBy.ended(want, served);
        grantedBy = null;
      }
    }

    private void leaveLine() {
      if (stands != null) {
        stands.leave(this);
        stands = null;
      }
    }

    private void grant(Asking asking) {
      leaveLine();
      grantedBy = asking;
      asking.granted += want;
    }
  }
}
