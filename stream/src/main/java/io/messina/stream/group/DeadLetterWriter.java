package io.messina.stream.group;

import io.messina.runtime.Mutex;
import io.messina.store.PlainBatch;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.ShardSite;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/**
 * Writes and deletes the rows of a group's dead letters in the order of the requests. It uses a
 * thread of its own while any are pending, and first removes the rows that a former owner left.
 * Safe for use by many threads.
 */
final class DeadLetterWriter {

  private static final int ROWS_MAX = 50;
  private static final long BYTES_MAX = 256 * 1024;

  private final ShardSite site;
  private final ShardDeadLetters letters;
  private final LongFunction<Optional<StoredEvent>> events;
  private final Listener listener;
  private final Mutex lock = new Mutex();
  private final Deque<Effect> pending = new ArrayDeque<>(); // under the lock
  private final CompletableFuture<Void> cleaned = new CompletableFuture<>();
  private long[] cleaning = {}; // under the lock
  private CompletableFuture<Void> rested =
      CompletableFuture.completedFuture(null); // under the lock
  private boolean working; // under the lock
  private boolean stopped; // under the lock

  /** Is told what is durable. */
  interface Listener {

    /** A letter is durable, or was not written because its event no longer exists. */
    void letterWritten(DeadLetter letter, boolean written);

    void letterDeleted(long position);

    void failed(RuntimeException failure);
  }

  DeadLetterWriter(
      ShardSite site,
      ShardDeadLetters letters,
      LongFunction<Optional<StoredEvent>> events,
      Listener listener) {
    this.site = site;
    this.letters = letters;
    this.events = events;
    this.listener = listener;
  }

  /**
   * Deletes the dead letters of a former owner first.
   *
   * @param unfinished the events that are unfinished in the restored state, ascending
   */
  void begin(long[] unfinished) {
    if (unfinished.length == 0) {
      cleaned.complete(null);
      return;
    }
    try (var _ = lock.hold()) {
      cleaning = unfinished;
      work();
    }
  }

  /** Completed once the rows of a former owner's unfinished events are removed. */
  CompletableFuture<Void> cleaned() {
    return cleaned;
  }

  void add(List<Effect> more) {
    try (var _ = lock.hold()) {
      pending.addAll(more);
      work();
    }
  }

  /** Writes nothing new. Completed when the write in progress has ended. */
  CompletableFuture<Void> stop() {
    cleaned.completeExceptionally(new Ended.Lost(site.shard()).refusal());
    try (var _ = lock.hold()) {
      stopped = true;
      return rested;
    }
  }

  private void work() {
    if (!working && !stopped) {
      working = true;
      rested = new CompletableFuture<>();
      site.context().start(this::workAll);
    }
  }

  private void workAll() {
    try {
      if (!cleaned.isDone()) {
        clean();
      }
      for (List<Effect> some = next(); !some.isEmpty(); some = next()) {
        carryOut(some);
      }
    } catch (RuntimeException e) {
      listener.failed(e);
      var _ = stop();
      rest();
    }
  }

  private void clean() {
    if (!letters.clean(cleaning)) {
      throw new Ended.Lost(site.shard()).refusal();
    }
    cleaned.complete(null);
  }

  /** Takes the next effects that fit into one batch; if there are none, the thread ends. */
  private List<Effect> next() {
    List<Effect> some = new ArrayList<>();
    try (var _ = lock.hold()) {
      while (!stopped && some.size() < ROWS_MAX && !pending.isEmpty()) {
        some.add(pending.remove());
      }
      if (some.isEmpty()) {
        rest();
      }
      return some;
    }
  }

  private void rest() {
    try (var _ = lock.hold()) {
      working = false;
      rested.complete(null);
    }
  }

  private void carryOut(List<Effect> some) {
    Map<Long, DeadEvent> dead = new LinkedHashMap<>();
    Set<Long> gone = new LinkedHashSet<>();
    long bytes = 0;
    for (Effect effect : some) {
      long position = position(effect);
      // One batch cannot both put and delete a row.
      if (bytes > BYTES_MAX || dead.containsKey(position) || gone.contains(position)) {
        write(dead, gone);
        bytes = 0;
      }
      switch (effect) {
        case Effect.WriteLetter(DeadLetter letter) -> bytes += add(letter, dead);
        case Effect.DeleteLetter _ -> gone.add(position);
        case Effect.Claimed _, Effect.Settled _, Effect.Done _ -> {}
      }
    }
    write(dead, gone);
  }

  private static long position(Effect effect) {
    return switch (effect) {
      case Effect.WriteLetter(DeadLetter letter) -> letter.position();
      case Effect.DeleteLetter(long position) -> position;
      case Effect.Claimed _, Effect.Settled _, Effect.Done _ ->
          throw new IllegalArgumentException("effect: " + effect + " (expected: about a row)");
    };
  }

  /** Adds the row of a letter. Returns its bytes. */
  private long add(DeadLetter letter, Map<Long, DeadEvent> dead) {
    Optional<StoredEvent> event = site.readOwned(() -> events.apply(letter.position()));
    if (event.isEmpty()) {
      listener.letterWritten(letter, false);
      return 0;
    }
    Instant died = site.context().time().wall().instant().truncatedTo(ChronoUnit.MILLIS);
    dead.put(letter.position(), new DeadEvent(event.get(), letter, died));
    long failureBytes = FailuresCodec.encode(letter.failures()).length();
    return RecordBatch.bytesAtMost(event.get().event()) + failureBytes;
  }

  private void write(Map<Long, DeadEvent> dead, Set<Long> gone) {
    if (dead.isEmpty() && gone.isEmpty()) {
      return;
    }
    List<DeadEvent> put = List.copyOf(dead.values());
    List<Long> deleted = List.copyOf(gone);
    dead.clear();
    gone.clear();
    if (!letters.write(batch -> fill(batch, put, deleted))) {
      throw new Ended.Lost(site.shard()).refusal();
    }
    put.forEach(each -> listener.letterWritten(each.letter(), true));
    deleted.forEach(listener::letterDeleted);
  }

  private void fill(PlainBatch.Builder batch, List<DeadEvent> put, List<Long> deleted) {
    PositionRange.of(deleted.stream().mapToLong(position -> position).sorted().toArray())
        .forEach(range -> batch.delete(range.rows()));
    put.forEach(each -> letters.put(batch, each));
  }
}
