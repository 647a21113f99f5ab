package io.messina.enrichment;

import io.messina.api.StreamName;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.log.RecordBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The outputs of an enrichment on a shard, until they are appended: for each target in their order,
 * by one append at a time, which is repeated until it has succeeded. Belongs to the shard's thread.
 */
final class Outbox {

  private static final int PENDING_MAX = 10_000;

  /** So often an append fails before that counts as trouble. */
  private static final int FAILURES_OF_TROUBLE = 3;

  private static final int APPEND_MAX = 1_000;
  private static final long APPEND_BYTES_MAX = 1L << 20;
  private static final int RADIX = Character.MAX_RADIX;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

  private final Shell shell;
  private final String keyPrefix;
  private final long bytesMax;
  private final Map<StreamName, Target> targets = new LinkedHashMap<>();

  /** The number of outputs that are not appended yet, by their first event. */
  private final TreeMap<Long, Integer> pending = new TreeMap<>();

  private int count;
  private long bytes;
  private final LogOnce appends =
      new LogOnce(LoggerFactory.getLogger(Outbox.class), "outputs cannot be appended");

  /** The shell of an outbox. */
  interface Shell {

    CompletableFuture<?> append(StreamName target, List<Event> events);

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
   * @param keyPrefix begins the idempotency keys of all outputs of this enrichment and shard
   * @param bytesMax how many bytes of outputs wait before it counts as full
   */
  Outbox(Shell shell, String keyPrefix, long bytesMax) {
    this.shell = shell;
    this.keyPrefix = keyPrefix;
    this.bytesMax = bytesMax;
  }

  private static final class Target {

    private final Queue<Keyed> waiting = new ArrayDeque<>();
    private boolean appending;

    /** The parts of a refused batch that are appended after the part in progress. */
    private final Deque<List<Keyed>> parts = new ArrayDeque<>();

    private int failures;
    private Optional<String> trouble = Optional.empty();
  }

  private record Keyed(long first, Event event, int bytes) {}

  /**
   * Adds the outputs of an event, or of a round.
   *
   * @param first the position of the first event, behind which nothing may be committed
   * @param position of the last one, by which the outputs are known when they come again
   */
  void add(long first, long position, List<Output> outputs) {
    for (int i = 0; i < outputs.size(); i++) {
      Output output = outputs.get(i);
      String key = keyPrefix + Long.toString(position, RADIX) + "/" + Integer.toString(i, RADIX);
      Event event = keyed(output.event(), key);
      int size = RecordBatch.bytesAtMost(event);
      targets
          .computeIfAbsent(output.stream(), _ -> new Target())
          .waiting
          .add(new Keyed(first, event, size));
      pending.merge(first, 1, Integer::sum);
      count++;
      bytes += size;
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
    return count >= PENDING_MAX || bytes >= bytesMax;
  }

  /** Why outputs are not appended, if they are not. */
  Optional<String> trouble() {
    return targets.values().stream().flatMap(target -> target.trouble.stream()).findFirst();
  }

  /** The lowest position of an event with an output that is not appended yet. */
  long oldest() {
    return pending.isEmpty() ? Long.MAX_VALUE : pending.firstKey();
  }

  /** Begins to append the outputs that wait. */
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
    long size = 0;
    while (batch.size() < APPEND_MAX && size < APPEND_BYTES_MAX && !target.waiting.isEmpty()) {
      Keyed next = target.waiting.remove();
      batch.add(next);
      size += next.bytes;
    }
    target.appending = true;
    attempt(name, target, batch);
  }

  private void attempt(StreamName name, Target target, List<Keyed> batch) {
    CompletableFuture<?> appended;
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
    if (isOfUsedKey(failure) && batch.size() > 1) {
      int half = batch.size() / 2;
      target.parts.addFirst(batch.subList(half, batch.size()));
      attempt(name, target, batch.subList(0, half));
      return;
    }
    if (failure != null && !isOfUsedKey(failure)) {
      appends.failed(failure);
      target.failures++;
      if (target.failures >= FAILURES_OF_TROUBLE) {
        target.trouble = Optional.of("outputs to " + name + " cannot be appended: " + failure);
      }
      shell.postAfter(shell.jitter(BACKOFF, target.failures), () -> attempt(name, target, batch));
      return;
    }
    appends.succeeded();
    target.failures = 0;
    target.trouble = Optional.empty();
    batch.forEach(done -> pending.computeIfPresent(done.first, (_, n) -> n == 1 ? null : n - 1));
    count -= batch.size();
    bytes -= batch.stream().mapToLong(Keyed::bytes).sum();
    target.appending = !target.parts.isEmpty();
    if (target.appending) {
      attempt(name, target, target.parts.removeFirst());
    }
  }

  /**
   * Whether an output of the same event, or round, is stored already with another content, as the
   * state has changed since, or the round has other events: the stored one stays.
   */
  private static boolean isOfUsedKey(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof RequestException.Refused refused
        && refused.reason() == RequestException.Refused.Reason.KEY_USED;
  }
}
