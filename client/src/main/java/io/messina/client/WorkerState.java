package io.messina.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a worker holds and what it does next. Decides only: without threads, clocks and requests;
 * for one thread at a time.
 */
final class WorkerState {

  private final WorkerOptions options;
  private final Deque<ClaimedEvent> waiting = new ArrayDeque<>();
  private final Deque<Ack> acks = new ArrayDeque<>();

  /** Until when, by the monotonic clock, each event is certainly not another worker's. */
  private final Map<Receipt, Long> held = new LinkedHashMap<>();

  private int running;
  private int requests;
  private boolean claiming;
  private boolean acking;
  private boolean resting;
  private boolean stopping;

  WorkerState(WorkerOptions options) {
    this.options = options;
  }

  /** How many events to claim now; more than zero begins a claim. */
  int beginClaim() {
    if (stopping || claiming || resting || held.size() > options.batch() / 2) {
      return 0;
    }
    claiming = true;
    return options.batch() - held.size();
  }

  void claimed(List<ClaimedEvent> events, long nanoTime) {
    claiming = false;
    waiting.addAll(events);
    events.forEach(event -> held.put(event.receipt(), leaseEnd(nanoTime)));
  }

  void notClaimed() {
    claiming = false;
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
    while (!stopping && running < options.concurrency() && !waiting.isEmpty()) {
      ClaimedEvent event = waiting.remove();
      if (held.getOrDefault(event.receipt(), nanoTime) - nanoTime > 0) {
        running++;
        runs.add(event);
      } else {
        held.remove(event.receipt());
      }
    }
    return runs;
  }

  void done(Ack ack) {
    running--;
    acks.add(ack);
  }

  /** An event is to be returned, by a request that begins. */
  void failed() {
    running--;
    requests++;
  }

  /** A request ended, and with it what it was about. */
  void settled(List<Receipt> receipts) {
    requests--;
    receipts.forEach(held::remove);
  }

  /** What to acknowledge now, by a request that begins; empty for nothing. */
  List<Ack> beginAcks() {
    if (acking || acks.isEmpty() || (resting && !stopping)) {
      return List.of();
    }
    acking = true;
    List<Ack> all = List.copyOf(acks);
    acks.clear();
    return all;
  }

  void acknowledged(List<Ack> settled) {
    acking = false;
    settled.forEach(ack -> held.remove(ack.receipt()));
  }

  /** They are to be acknowledged again; there is no time for that where it stops. */
  boolean acknowledgeAgain(List<Ack> again) {
    acking = false;
    if (stopping) {
      again.forEach(ack -> held.remove(ack.receipt()));
    } else {
      acks.addAll(again);
    }
    return !stopping;
  }

  /** Whether it began to stop just now. */
  boolean stop() {
    boolean first = !stopping;
    stopping = true;
    return first;
  }

  boolean isStopping() {
    return stopping;
  }

  /** What was not begun when it stops, to be given back by a request that begins. */
  List<Receipt> beginRelease() {
    if (!stopping || waiting.isEmpty()) {
      return List.of();
    }
    requests++;
    List<Receipt> back = waiting.stream().map(ClaimedEvent::receipt).toList();
    waiting.clear();
    return back;
  }

  List<Receipt> held() {
    return List.copyOf(held.keySet());
  }

  /** The lease of an event was extended by a request sent at that time, or is lost. */
  void extended(ReceiptResult result, long sentNanoTime) {
    Receipt receipt = result.receipt();
    if (result.status() == ReceiptStatus.OK) {
      held.computeIfPresent(receipt, (same, until) -> leaseEnd(sentNanoTime));
    } else if (waiting.removeIf(event -> event.receipt().equals(receipt))) {
      held.remove(receipt);
    }
  }

  boolean isOver() {
    return stopping && !claiming && held.isEmpty() && requests == 0 && !acking;
  }

  private long leaseEnd(long nanoTime) {
    return nanoTime + options.lease().toNanos();
  }

  static Duration extendEvery(WorkerOptions options) {
    return options.lease().dividedBy(3);
  }
}
