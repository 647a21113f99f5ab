package io.messina.enrichment;

import io.messina.api.StreamName;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.LogOnce;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.node.AppendResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The outputs of an enrichment on a shard, until they are appended: for each target in their order,
 * by one append at a time, which is repeated until it has succeeded. Belongs to the shard's thread.
 */
final class Outbox {

  private static final int PENDING_MAX = 10_000;
  private static final int APPEND_MAX = 1_000;
  private static final int RADIX = Character.MAX_RADIX;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

  private final Shell shell;
  private final String keyPrefix;
  private final Map<StreamName, Target> targets = new LinkedHashMap<>();

  /** How many outputs of a position are not appended yet. */
  private final TreeMap<Long, Integer> pending = new TreeMap<>();

  private int count;
  private final LogOnce appends =
      new LogOnce(LoggerFactory.getLogger(Outbox.class), "outputs cannot be appended");

  /** What surrounds an outbox. */
  interface Shell {

    CompletableFuture<AppendResult> append(StreamName target, List<Event> events);

    /** Runs something soon on the shard's thread. */
    void post(Runnable task);

    /** Runs something later on the shard's thread. */
    void postAfter(Duration delay, Runnable task);

    /** A wait within the backoff. */
    Duration jitter(ExponentialBackoff backoff, int failures);
  }

  /**
   * An empty outbox.
   *
   * @param shell appends
   * @param keyPrefix begins the idempotency keys of all outputs of this enrichment and shard
   */
  Outbox(Shell shell, String keyPrefix) {
    this.shell = shell;
    this.keyPrefix = keyPrefix;
  }

  private static final class Target {

    private final Queue<Keyed> waiting = new ArrayDeque<>();
    private boolean appending;
    private int failures;
  }

  private record Keyed(long position, Event event) {}

  void add(long position, List<Output> outputs) {
    for (int i = 0; i < outputs.size(); i++) {
      Output output = outputs.get(i);
      String key = keyPrefix + Long.toString(position, RADIX) + "/" + Integer.toString(i, RADIX);
      targets
          .computeIfAbsent(output.stream(), _ -> new Target())
          .waiting
          .add(new Keyed(position, keyed(output.event(), key)));
      pending.merge(position, 1, Integer::sum);
      count++;
    }
  }

  private static Event keyed(Event event, String key) {
    return new Event(
        event.key(),
        event.time(),
        Optional.of(key),
        Optional.empty(),
        event.headers(),
        event.contentType(),
        event.payload());
  }

  boolean isFull() {
    return count >= PENDING_MAX;
  }

  /** The lowest position with an output that is not appended yet. */
  long oldest() {
    return pending.isEmpty() ? Long.MAX_VALUE : pending.firstKey();
  }

  /** Begins to append what waits. */
  void flush() {
    targets.forEach(
        (name, target) -> {
          if (!target.appending && !target.waiting.isEmpty()) {
            begin(name, target);
          }
        });
  }

  private void begin(StreamName name, Target target) {
    List<Keyed> batch = new ArrayList<>();
    while (batch.size() < APPEND_MAX && !target.waiting.isEmpty()) {
      batch.add(target.waiting.remove());
    }
    target.appending = true;
    attempt(name, target, batch);
  }

  private void attempt(StreamName name, Target target, List<Keyed> batch) {
    CompletableFuture<AppendResult> appended;
    try {
      appended = shell.append(name, batch.stream().map(Keyed::event).toList());
    } catch (RuntimeException e) {
      appended = CompletableFuture.failedFuture(e);
    }
    var _ =
        appended.whenComplete(
            (_, failure) -> shell.post(() -> answered(name, target, batch, failure)));
  }

  private void answered(
      StreamName name, Target target, List<Keyed> batch, @Nullable Throwable failure) {
    if (failure != null) {
      appends.failed(failure);
      target.failures++;
      shell.postAfter(shell.jitter(BACKOFF, target.failures), () -> attempt(name, target, batch));
      return;
    }
    appends.succeeded();
    target.failures = 0;
    target.appending = false;
    batch.forEach(done -> pending.computeIfPresent(done.position, (_, n) -> n == 1 ? null : n - 1));
    count -= batch.size();
  }
}
