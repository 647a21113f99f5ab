package io.messina.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What clients sent, and what they were told, to be compared with what is there at the end. Safe
 * for use by many threads.
 */
final class Ledger {

  private static final int SHOWN_MAX = 20;

  private final Duration lease;
  private final Set<Entry> sent = ConcurrentHashMap.newKeySet();
  private final Set<Entry> acknowledged = ConcurrentHashMap.newKeySet();
  private final Map<Entry, Queue<Delivery>> deliveries = new ConcurrentHashMap<>();
  private final Map<Entry, Long> triedNanos = new ConcurrentHashMap<>();
  private final Map<Entry, Long> finishedNanos = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> good = new ConcurrentHashMap<>();
  private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Wait> waits = new ConcurrentLinkedQueue<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  /**
   * @param lease for which claimed events are reserved
   */
  Ledger(Duration lease) {
    this.lease = lease;
  }

  /** One event: those of a key are sent one after the other, each once the one before is stored. */
  record Entry(String key, int number) {

    @Override
    public String toString() {
      return key + "/" + number;
    }
  }

  /** One time that a worker got an event. */
  private record Delivery(long askedNanos, long receivedNanos, int attempt) {}

  /**
   * An answer that is not the one hoped for.
   *
   * @param wasReady whether the server said a moment before that it was ready
   */
  record Failure(
      String operation, int server, boolean wasReady, Caller.Answer answer, long atNanos) {

    @Override
    public String toString() {
      return "%s at server %d, ready: %s, after %d ms: %s %s"
          .formatted(
              operation,
              server,
              wasReady,
              answer.took().toMillis(),
              answer.kind(),
              answer.body().lines().findFirst().orElse(""));
    }
  }

  /** How long something took from its first attempt to its success. */
  record Wait(String operation, long atNanos, long nanos) {}

  void answered(String operation, int server, boolean wasReady, Caller.Answer answer) {
    if (answer.isGood()) {
      good.computeIfAbsent(operation, _ -> new AtomicLong()).incrementAndGet();
      waits.add(new Wait(operation + " request", System.nanoTime(), answer.took().toNanos()));
    } else {
      failures.add(new Failure(operation, server, wasReady, answer, System.nanoTime()));
    }
  }

  void waited(String operation, long beganNanos) {
    long nowNanos = System.nanoTime();
    waits.add(new Wait(operation, nowNanos, nowNanos - beganNanos));
  }

  void sends(Collection<Entry> events) {
    sent.addAll(events);
  }

  void acknowledged(Collection<Entry> events) {
    acknowledged.addAll(events);
  }

  void delivered(Entry event, long askedNanos, int attempt) {
    Delivery delivery = new Delivery(askedNanos, System.nanoTime(), attempt);
    deliveries.computeIfAbsent(event, _ -> new ConcurrentLinkedQueue<>()).add(delivery);
    if (event.number() > 0 && !triedNanos.containsKey(new Entry(event.key(), event.number() - 1))) {
      wrong.add(event + ": handed out before the event before it was done");
    }
  }

  /** A worker is about to say that it has done it. */
  void finishes(Entry event) {
    triedNanos.putIfAbsent(event, System.nanoTime());
  }

  /** The server says that it is done. */
  void finished(Entry event) {
    finishedNanos.putIfAbsent(event, System.nanoTime());
  }

  void wrong(String what) {
    wrong.add(what);
  }

  int acknowledged() {
    return acknowledged.size();
  }

  int finished() {
    return finishedNanos.size();
  }

  /** About how many events are stored that no worker has had and begun to acknowledge. */
  int waiting() {
    return acknowledged.size() - triedNanos.size();
  }

  /** How many events were delivered more than once. */
  long redelivered() {
    return deliveries.values().stream().filter(all -> all.size() > 1).count();
  }

  /** All that did not go well from a moment on, but connections that were refused. */
  List<Failure> failuresSince(long sinceNanos) {
    return failures.stream()
        .filter(failure -> failure.atNanos() - sinceNanos >= 0)
        .filter(failure -> !failure.answer().kind().equals("refused"))
        .toList();
  }

  /** How often each operation ended in each way. */
  Map<String, Long> counts() {
    Map<String, Long> counts =
        failures.stream()
            .collect(
                Collectors.groupingBy(
                    failure -> failure.operation() + " " + failure.answer().kind(),
                    Collectors.counting()));
    good.forEach((operation, count) -> counts.put(operation + " good", count.get()));
    return counts;
  }

  /** The longest time that one request took before it was answered like this. */
  Duration longest(String operation, String kind, long sinceNanos) {
    return failures.stream()
        .filter(failure -> failure.atNanos() - sinceNanos >= 0)
        .filter(failure -> failure.operation().equals(operation))
        .filter(failure -> failure.answer().kind().equals(kind))
        .map(failure -> failure.answer().took())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** The longest time from a first attempt to a success, of those that ended since a moment. */
  Duration longestWait(String operation, long sinceNanos) {
    return Duration.ofNanos(
        waits.stream()
            .filter(wait -> wait.operation().equals(operation))
            .filter(wait -> wait.atNanos() - sinceNanos >= 0)
            .mapToLong(Wait::nanos)
            .max()
            .orElse(0));
  }

  /** The longest of such times of each operation. */
  List<Wait> longestWaits(int most) {
    return waits.stream()
        .collect(Collectors.groupingBy(Wait::operation, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .flatMap(
            all ->
                all.stream().sorted(Comparator.comparingLong(Wait::nanos).reversed()).limit(most))
        .toList();
  }

  /**
   * Compares it with what is there.
   *
   * @param stored the events of each shard in their order
   * @return what was promised and is not so; empty if all is well
   */
  List<String> violations(List<List<Entry>> stored) {
    List<String> found = new ArrayList<>(wrong);
    Set<Entry> seen = new HashSet<>();
    Map<String, Entry> last = new HashMap<>();
    for (Entry event : stored.stream().flatMap(List::stream).toList()) {
      @Nullable Entry before = last.put(event.key(), event);
      if (!seen.add(event)) {
        found.add(event + ": stored twice");
      } else if (before != null && before.number() > event.number()) {
        found.add(event + ": stored behind " + before);
      }
      if (!sent.contains(event)) {
        found.add(event + ": stored and never sent");
      }
    }
    acknowledged.stream()
        .filter(event -> !seen.contains(event))
        .forEach(event -> found.add(event + ": acknowledged and lost"));
    acknowledged.stream()
        .filter(event -> !deliveries.containsKey(event))
        .forEach(event -> found.add(event + ": acknowledged and never handed out"));
    deliveries.forEach(
        (event, all) -> {
          if (!seen.contains(event)) {
            found.add(event + ": handed out and not stored");
          }
          found.addAll(redeliveries(event, List.copyOf(all)));
        });
    return found.size() <= SHOWN_MAX
        ? found
        : List.of(
            found.size() + " in all, such as", String.join("\n", found.subList(0, SHOWN_MAX)));
  }

  /**
   * A worker that holds an event is the only one for the lease, and the last one if it is done. An
   * answer may come late, as from a server that stood still: then its lease may be over already.
   */
  private List<String> redeliveries(Entry event, List<Delivery> all) {
    List<String> found = new ArrayList<>();
    List<Delivery> inOrder =
        all.stream().sorted(Comparator.comparingLong(Delivery::askedNanos)).toList();
    long done = finishedNanos.getOrDefault(event, Long.MAX_VALUE);
    for (int i = 0; i < inOrder.size(); i++) {
      if (inOrder.get(i).askedNanos() > done) {
        found.add(event + ": handed out again after it was done, " + inOrder);
      }
      if (i > 0 && areAtOnce(inOrder.get(i - 1), inOrder.get(i))) {
        found.add(event + ": handed out twice within a lease, " + inOrder);
      }
    }
    return found;
  }

  /** Whether they were so, whichever of them was handed out first. */
  private boolean areAtOnce(Delivery one, Delivery other) {
    return one.receivedNanos() - other.askedNanos() < lease.toNanos()
        && other.receivedNanos() - one.askedNanos() < lease.toNanos();
  }
}
