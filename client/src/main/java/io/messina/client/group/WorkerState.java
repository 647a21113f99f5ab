package io.messina.client.group;

import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events that a worker holds, and its next step. Decides only: without threads, clocks and
 * requests; for one thread at a time.
 */
final class WorkerState {

  /**
   * The number of times that the outcome of an event may stay in doubt before a stopping worker
   * gives it up.
   */
  private static final int STOPPING_ATTEMPTS_MAX = 3;

  private static final Duration MARGIN_MAX = Duration.ofSeconds(5);

  private final WorkerOptions options;
  private final long marginNanos;
  private final Deque<ClaimedEvent> waiting = new ArrayDeque<>();
  private final AckQueue acks = new AckQueue();
  private final List<Receipt> back = new ArrayList<>();

  /** Until when, by the monotonic clock, each event is certainly not another worker's. */
  private final Map<Receipt, Long> held = new LinkedHashMap<>();

  /** It waits until nothing else is held, then is handled alone. */
  private @Nullable Receipt suspect;

  private int claimMax;

  /** Events that the executor has and has not begun. */
  private final Set<Receipt> given = new HashSet<>();

  private int running;

  /** The running handlers that were given up and continue nevertheless. */
  private int givenUp;

  private int requests;
  private boolean careful;
  private boolean claiming;
  private boolean acking;
  private boolean resting;
  private boolean stopping;

  WorkerState(WorkerOptions options) {
    this.options = options;
    this.claimMax = options.batch();
    Duration tenth = options.lease().dividedBy(10);
    this.marginNanos = (tenth.compareTo(MARGIN_MAX) < 0 ? tenth : MARGIN_MAX).toNanos();
  }

  /**
   * Decides on the next requests, and begins them.
   *
   * @param acks the acknowledgements to send; may be empty
   * @param limit how many events to claim; 0 for no claim
   * @param together whether the claim brings the acknowledgements
   */
  record Requests(List<PendingAck> acks, int limit, boolean together) {}

  Requests beginRequests() {
    boolean apart = acks.isApart();
    boolean mayAcknowledge = !acking && (!resting || stopping);
    List<PendingAck> some = mayAcknowledge ? acks.next() : List.of();
    int limit = claimable(apart ? 0 : some.size());
    acking |= !some.isEmpty();
    claiming |= limit > 0;
    return new Requests(some, limit, limit > 0 && !apart && !some.isEmpty());
  }

  /**
   * Returns the number of events to claim if the same request acknowledges so many of the events
   * held.
   */
  private int claimable(int done) {
    int left = held.size() - done;
    if (stopping || claiming || resting || suspect != null || left > capacity() / 2) {
      return 0;
    }
    int limit = Math.min(claimMax, capacity() - left);
    return careful ? Math.min(1, limit) : limit;
  }

  /** Nothing is claimed for threads that are stuck in handlers. */
  private int capacity() {
    return givenUp > 0 ? Math.max(0, options.concurrency() - givenUp) : options.batch();
  }

  /**
   * Takes events from an answer that began at that time. It keeps one suspect and gives back
   * others.
   */
  void claimed(List<ClaimedEvent> events, long beganNanoTime) {
    claiming = false;
    claimMax = Math.min(options.batch(), 2 * claimMax);
    for (ClaimedEvent event : events) {
      Duration left = event.leaseRemaining().orElse(options.lease());
      held.put(event.receipt(), beganNanoTime + left.toNanos());
    }
    events.stream().filter(event -> !event.suspect()).forEach(waiting::add);
    List<ClaimedEvent> suspects = events.stream().filter(ClaimedEvent::suspect).toList();
    careful = !suspects.isEmpty();
    if (careful) {
      waiting.add(suspects.get(0));
      suspect = suspects.get(0).receipt();
      suspects.stream().skip(1).forEach(event -> back.add(event.receipt()));
    }
  }

  void notClaimed() {
    claiming = false;
  }

  /** The answer to a claim of so many was too large; returns whether fewer can be claimed. */
  boolean claimFewer(int events) {
    claimMax = Math.max(1, events / 2);
    return events > 1;
  }

  /** The leases that may end before leases are extended the next time. */
  List<Receipt> shortlyHeld(long nanoTime) {
    long needed = extendEvery(options).toNanos() + marginNanos;
    return held.entrySet().stream()
        .filter(event -> event.getValue() - nanoTime < needed)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Claims and acknowledges nothing until it is rested. */
  void rest() {
    resting = true;
  }

  void rested() {
    resting = false;
  }

  /** Events to be processed now, as many as there are threads for; those begin to run. */
  List<ClaimedEvent> beginRuns(long nanoTime) {
    List<ClaimedEvent> runs = new ArrayList<>();
    while (!stopping
        && running < options.concurrency()
        && !waiting.isEmpty()
        && isTurnOf(waiting.element())) {
      ClaimedEvent event = waiting.remove();
      if (isInTime(event.receipt(), nanoTime)) {
        running++;
        given.add(event.receipt());
        runs.add(event);
      } else {
        back.add(event.receipt());
      }
    }
    return runs;
  }

  private boolean isTurnOf(ClaimedEvent event) {
    return !event.receipt().equals(suspect) || held.size() == 1;
  }

  /** Returns whether the lease is still valid for long enough. */
  private boolean isInTime(Receipt receipt, long nanoTime) {
    return held.getOrDefault(receipt, nanoTime) - nanoTime > marginNanos;
  }

  /** Whether the event is handled by the thread that has come for it; else it is given back. */
  boolean begin(Receipt receipt, long nanoTime) {
    boolean begins = given.contains(receipt) && isInTime(receipt, nanoTime);
    if (!begins && takeBack(receipt)) {
      back.add(receipt);
    }
    given.remove(receipt);
    return begins;
  }

  /** Takes an event back from the executor, unless that was done before. */
  boolean takeBack(Receipt receipt) {
    boolean taken = given.remove(receipt);
    running -= taken ? 1 : 0;
    return taken;
  }

  /** A running handler was given up: the outcome of its event does not wait for it. */
  void giveUp() {
    givenUp++;
  }

  /** A handler ended. */
  void ended(boolean wasGivenUp) {
    running--;
    givenUp -= wasGivenUp ? 1 : 0;
  }

  void done(PendingAck ack) {
    acks.add(List.of(ack));
  }

  void beginRequest() {
    requests++;
  }

  void endRequest() {
    requests--;
  }

  /** Their outcomes are known, or nothing more can be done about them. */
  void forget(Collection<Receipt> receipts) {
    for (Receipt receipt : receipts) {
      held.remove(receipt);
      if (receipt.equals(suspect)) {
        suspect = null;
      }
    }
  }

  void endAcks() {
    acking = false;
  }

  void acknowledgeAgain(List<PendingAck> again) {
    acks.add(again);
  }

  void acknowledgeApart(List<PendingAck> refused) {
    acks.apart(refused);
  }

  void acknowledgeInHalves(List<PendingAck> refused) {
    acks.split(refused);
  }

  /** Returns whether to ask again for the outcome of the event in doubt. */
  boolean isWorthAsking(Receipt receipt, int attempts, long nanoTime) {
    return held.getOrDefault(receipt, nanoTime) - nanoTime > 0
        && (!stopping || attempts < STOPPING_ATTEMPTS_MAX);
  }

  /** Begins nothing more, not even tasks already given to the executor. */
  void stop() {
    stopping = true;
    List.copyOf(given).stream().filter(this::takeBack).forEach(back::add);
  }

  /** Returns whether handlers run, including handlers that were given up. */
  boolean isHandling() {
    return running > given.size();
  }

  boolean isStopping() {
    return stopping;
  }

  /**
   * Returns the events that no handler has begun; a request that begins now returns them to the
   * group.
   */
  List<Receipt> beginRelease() {
    if (stopping || givenUp >= options.concurrency()) {
      waiting.forEach(event -> back.add(event.receipt()));
      waiting.clear();
    }
    if (!back.isEmpty()) {
      requests++;
    }
    List<Receipt> released = List.copyOf(back);
    back.clear();
    return released;
  }

  List<Receipt> held() {
    return List.copyOf(held.keySet());
  }

  /** The lease of an event was extended by a request sent at that time, is in doubt, or is lost. */
  void extended(ReceiptResult result, long sentNanoTime) {
    Receipt receipt = result.receipt();
    switch (result.status()) {
      case OK -> held.computeIfPresent(receipt, (same, until) -> leaseEnd(until, sentNanoTime));
      case RETRY, REFUSED -> {}
      case STALE, UNKNOWN -> {
        if (waiting.removeIf(event -> event.receipt().equals(receipt))) {
          forget(List.of(receipt));
        }
      }
    }
  }

  boolean isOver() {
    return stopping && !claiming && !acking && requests == 0 && held.isEmpty() && running == 0;
  }

  /** Answers may overtake each other. */
  private long leaseEnd(long before, long sentNanoTime) {
    long end = sentNanoTime + options.lease().toNanos();
    return end - before > 0 ? end : before;
  }

  static Duration extendEvery(WorkerOptions options) {
    return options.lease().dividedBy(3);
  }
}
