package io.messina.stream.group;

import io.messina.api.ReceiptStatus;
import io.messina.runtime.Moment;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.follow.Counts;
import io.messina.stream.owner.NotOwnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a consumer from their claim until the group has their outcomes, up to a bound.
 * Their leases are extended while their handlers run, and their outcomes are settled in batches.
 * Safe for use by many threads.
 */
final class InFlightEvents {

  private static final Logger LOG = LoggerFactory.getLogger(InFlightEvents.class);
  private static final int ATTEMPTS_MAX = 5;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ConsumerSite site;
  private final CatalogGroup group;
  private final ConsumerOptions options;
  private final Duration lease;
  private final Counts counts;
  private final Map<Integer, Outcomes> outcomes = new ConcurrentHashMap<>();
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final Set<InFlightEvent> running = new LinkedHashSet<>(); // under the lock
  private volatile Cancellation leases = () -> {}; // written under the lock
  private boolean drained; // under the lock
  private volatile boolean closed; // written under the lock

  InFlightEvents(
      ConsumerSite site,
      CatalogGroup group,
      ConsumerOptions options,
      Duration lease,
      Counts counts) {
    this.site = site;
    this.group = group;
    this.options = options;
    this.lease = lease;
    this.counts = counts;
  }

  /** One event with a handler. */
  static final class InFlightEvent {

    final ClaimedEvent claimed;
    private final long beganNanos;
    private volatile Moment leased; // or before
    private @Nullable Thread thread; // under this
    private boolean over; // under this

    InFlightEvent(ClaimedEvent claimed, Moment leased) {
      this.claimed = claimed;
      this.beganNanos = leased.monotonicNanos();
      this.leased = leased;
    }

    private int shard() {
      return claimed.receipt().shard();
    }

    private ClaimId claim() {
      ClaimAddress receipt = claimed.receipt();
      return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
    }

    synchronized void handledBy(Thread current) {
      thread = current;
    }

    /** The handler has returned: its thread is not interrupted from now on. */
    synchronized void handled() {
      over = true;
    }

    private synchronized boolean isHandled() {
      return over;
    }

    private synchronized void interrupt() {
      if (thread != null && !over) {
        thread.interrupt();
      }
    }
  }

  /** Waits until there is room. Returns for how many, or 0 if no event may begin any more. */
  int awaitRoom() {
    await(() -> closed || running.size() < options.concurrency());
    return changing(() -> closed ? 0 : options.concurrency() - running.size());
  }

  /** Adds an event, unless none may begin any more. */
  boolean begin(InFlightEvent event) {
    return changing(() -> !closed && running.add(event));
  }

  boolean isClosed() {
    return closed;
  }

  /** Lets no event begin any more. */
  void close() {
    changing(() -> closed = true);
  }

  /** Waits until all are settled; interrupts handlers that take longer than is allowed. */
  void drain() {
    Runnable interrupt = () -> running().forEach(InFlightEvent::interrupt);
    Cancellation alarm =
        options
            .drainMax()
            .map(most -> site.context().time().schedule(most, interrupt))
            .orElse(() -> {});
    await(running::isEmpty);
    alarm.cancel();
    changing(() -> drained = true);
    leases.cancel();
  }

  /**
   * Waits until at most {@code count} are left, apart from those whose handlers have exceeded their
   * time.
   *
   * @return false if no event may begin any more
   */
  boolean awaitAtMost(int count) {
    Cancellation alarm =
        site.context().time().schedule(options.handlingMax(), () -> changing(() -> true));
    await(() -> closed || running.stream().filter(this::isInTime).count() <= count);
    alarm.cancel();
    return !closed;
  }

  /** How long an event is its handler's for certain. */
  Duration left(InFlightEvent event) {
    Duration left = lease.minus(Moment.now(site.context().time()).since(event.leased));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Whether the lease of an event is still being extended. */
  boolean isInTime(InFlightEvent event) {
    return site.context().time().nanoTime() - event.beganNanos < options.handlingMax().toNanos();
  }

  /**
   * Extends the leases of events whose handlers still run, from now on. Looks at them every quarter
   * of the lease, so that each lease is extended before half of it has passed.
   */
  void keepLeases() {
    changing(
        () ->
            leases =
                drained
                    ? leases
                    : site.context().time().schedule(lease.dividedBy(4), this::keepSome));
  }

  private void keepSome() {
    Map<Integer, List<InFlightEvent>> byShard = new TreeMap<>();
    long nowNanos = site.context().time().nanoTime();
    running().stream()
        .filter(event -> !event.isHandled() && isInTime(event))
        .filter(event -> nowNanos - event.leased.monotonicNanos() >= lease.dividedBy(4).toNanos())
        .forEach(
            event -> byShard.computeIfAbsent(event.shard(), _ -> new ArrayList<>()).add(event));
    byShard.forEach(this::extend);
    keepLeases();
  }

  private void extend(int shard, List<InFlightEvent> events) {
    // The time before the request, because the lease begins at some moment after it.
    Moment now = Moment.now(site.context().time());
    try {
      List<ReceiptStatus> statuses = request(shard, new Outcome.Extend(lease), events);
      for (int i = 0; i < statuses.size(); i++) {
        if (statuses.get(i) == ReceiptStatus.OK) {
          events.get(i).leased = now;
        }
      }
    } catch (NotOwnerException | RequestException e) {
      // The next check tries again; if the shard is lost, the event is handed out again elsewhere.
    } catch (RuntimeException e) {
      LOG.warn("{}/{}: leases cannot be extended", group.id(), shard, e);
    }
  }

  /** Tells the group what became of an event, and forgets the event. */
  void settle(InFlightEvent event, Outcome outcome) {
    outcomes.computeIfAbsent(event.shard(), Outcomes::new).settle(event, outcome);
  }

  /**
   * The outcomes of one shard's events: a thread that comes while another one is sending leaves its
   * own to that one.
   */
  private final class Outcomes {

    private final int shard;
    private Map<Outcome, List<InFlightEvent>> waiting = new LinkedHashMap<>(); // under this
    private boolean sending; // under this

    Outcomes(int shard) {
      this.shard = shard;
    }

    void settle(InFlightEvent event, Outcome outcome) {
      if (isToSend(event, outcome)) {
        for (var next = take(); !next.isEmpty(); next = take()) {
          next.forEach(this::send);
        }
      }
    }

    private synchronized boolean isToSend(InFlightEvent event, Outcome outcome) {
      waiting.computeIfAbsent(outcome, _ -> new ArrayList<>()).add(event);
      boolean idle = !sending;
      sending = true;
      return idle;
    }

    /** Takes all waiting outcomes; if there are none, no thread is sending from now on. */
    private synchronized Map<Outcome, List<InFlightEvent>> take() {
      Map<Outcome, List<InFlightEvent>> taken = waiting;
      waiting = new LinkedHashMap<>();
      sending = !taken.isEmpty();
      return taken;
    }

    private void send(Outcome outcome, List<InFlightEvent> settled) {
      long told = 0;
      try {
        told = attempt(outcome, settled, 1);
      } catch (RuntimeException e) {
        LOG.warn(
            "{}/{}: the outcomes of {} events are dropped", group.id(), shard, settled.size(), e);
      } finally {
        counts.dropped(settled.size() - told);
        changing(() -> running.removeAll(Set.copyOf(settled)));
      }
    }

    /**
     * Returns how many the group has settled. The others are handed out again when their leases
     * end.
     */
    private long attempt(Outcome outcome, List<InFlightEvent> settled, int attempt) {
      try {
        return request(shard, outcome, settled).stream().filter(ReceiptStatus.OK::equals).count();
      } catch (RequestException.Unavailable | RequestException.Overloaded e) {
        if (attempt >= ATTEMPTS_MAX) {
          return 0;
        }
        UninterruptibleSleep.sleep(site.context().time(), PAUSE);
        return attempt(outcome, settled, attempt + 1);
      } catch (NotOwnerException | RequestException e) {
        return 0;
      }
    }
  }

  private List<ReceiptStatus> request(int shard, Outcome outcome, List<InFlightEvent> events) {
    return site.own()
        .shard(new ShardId(group.stream(), shard))
        .group(group.id())
        .settle(outcome, events.stream().map(InFlightEvent::claim).toList());
  }

  private List<InFlightEvent> running() {
    return changing(() -> List.copyOf(running));
  }

  /** Takes a step under the lock, after which waiting threads check again. */
  private <T> T changing(Supplier<T> step) {
    try (var _ = lock.hold()) {
      changed.signalAll();
      return step.get();
    }
  }

  private void await(BooleanSupplier condition) {
    try (var _ = lock.hold()) {
      while (!condition.getAsBoolean()) {
        changed.awaitUninterruptibly();
      }
    }
  }
}
