package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An append with keys or numbers in progress. What changes is guarded by the lock of {@link
 * Deduplication}, or used by one thread at a time.
 */
final class PendingAppend {

  final List<Item> items = new ArrayList<>();

  /** Its numbered batches, in their order. */
  final List<Batch> batches = new ArrayList<>();

  final long bytes;
  final CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();

  /** Other appends that are decided again once this one holds nothing. */
  final List<PendingAppend> waiting = new ArrayList<>();

  State state = State.UNDECIDED;

  /** How far an append has got. */
  enum State {
    /** It holds nothing, and nothing of it is stored. */
    UNDECIDED,
    /** It holds keys and numbers. */
    HOLDING,
    /** It holds keys and numbers, and some of it was handed to the lane. */
    HANDED_OVER,
    /** It holds nothing any more. */
    OVER
  }

  /** What becomes of an event. */
  enum Outcome {
    /** It is appended. */
    FRESH,
    /** It was stored before. */
    REPEAT,
    /** Its batch is so old that it is assumed to be stored. */
    UNCHECKED
  }

  /** What is decided together: an event, or several. */
  static final class Item {

    final PendingAppend append;

    /** One event, or several that have a key together. */
    final EventRun events;

    final Optional<Batch> batch;

    /** The key that decides; a number takes precedence. */
    final Optional<String> key;

    final long hash;
    final int body;

    Outcome outcome = Outcome.FRESH;

    /** Whether it is the one that holds its key. */
    boolean held;

    /** An earlier event of the same append that holds its key. */
    Optional<Item> twin = Optional.empty();

    /** Where its repeat is, if its id must be looked up. */
    Optional<Position> repeats = Optional.empty();

    /** Its id, or that of its repeat. */
    Optional<EventAddress> id = Optional.empty();

    long appendMicros;

    private final boolean firstWins;

    private Item(
        PendingAppend append,
        EventRun events,
        Optional<Batch> batch,
        Optional<String> key,
        int body,
        boolean firstWins) {
      this.append = append;
      this.events = events;
      this.batch = batch;
      this.key = key;
      this.hash = key.isPresent() ? EventDigest.key(key.get()) : 0;
      this.body = body;
      this.firstWins = firstWins;
    }

    void reset() {
      outcome = Outcome.FRESH;
      twin = Optional.empty();
      repeats = Optional.empty();
      id = Optional.empty();
    }

    /**
     * It repeats the event of its key.
     *
     * @param first the hash of that event's body
     * @throws RequestException.Refused if it is another event
     */
    void repeat(int first) {
      if (first != body && !firstWins) {
        String text = key.orElse("");
        boolean ofBatch = events.key().isPresent() && text.endsWith(EventRun.KEY_SUFFIX);
        throw new RequestException.Refused(
            Reason.KEY_USED,
            "idempotency key: "
                + (ofBatch ? text.substring(0, text.length() - 1) : text)
                + (ofBatch
                    ? " (expected: the same events as before, in the same bytes)"
                    : " (expected: the same event as before)"));
      }
      outcome = Outcome.REPEAT;
    }

    boolean isFresh() {
      return outcome == Outcome.FRESH;
    }

    boolean isStored() {
      return isFresh() && id.isPresent();
    }
  }

  /** A batch of a source. */
  static final class Batch {

    final SourceBatch number;
    final List<Item> items = new ArrayList<>();

    /** Whether its number is held. */
    boolean held;

    /** How many of its first events a former owner stored. */
    int stored;

    private Batch(SourceBatch number) {
      this.number = number;
    }

    /** Its first events are not appended. */
    void skip(int count, Outcome why) {
      items.subList(0, count).forEach(item -> item.outcome = why);
    }
  }

  /**
   * An undecided append.
   *
   * @param firstWins whether an event with a known key but another body counts as a repeat
   * @param heeds which keys decide
   */
  PendingAppend(EventRun run, boolean firstWins, Predicate<String> heeds) {
    this.bytes = run.bytes();
    if (run.key().isPresent()) {
      items.add(new Item(this, run, Optional.empty(), run.key(), run.digest(), firstWins));
      return;
    }
    for (int i = 0; i < run.count(); i++) {
      Event event = run.event(i);
      Optional<Batch> batch = event.sourceBatch().map(this::batch);
      Optional<String> key = event.idempotencyKey().filter(any -> batch.isEmpty()).filter(heeds);
      boolean wins = firstWins || key.filter(InternalKeys::firstWins).isPresent();
      int body = key.isPresent() ? EventDigest.body(event) : 0;
      Item item = new Item(this, run.part(i, i + 1), batch, key, body, wins);
      items.add(item);
      batch.ifPresent(each -> each.items.add(item));
    }
  }

  /** The batch of the next event. */
  private Batch batch(SourceBatch number) {
    boolean goesOn =
        !items.isEmpty()
            && items.getLast().batch.filter(last -> last.number.equals(number)).isPresent();
    if (!goesOn) {
      batches.add(new Batch(number));
    }
    return batches.getLast();
  }

  /**
   * Checks it, independent of earlier appends.
   *
   * @throws RequestException.Refused if a batch is in parts
   */
  void check() {
    Set<SourceBatch> seen = new HashSet<>();
    for (Batch batch : batches) {
      if (!seen.add(batch.number)) {
        throw new RequestException.Refused(
            Reason.OUT_OF_BOUNDS,
            batch.number + ": in parts (expected: its events next to each other)");
      }
    }
  }

  /** The events that hold keys. */
  List<Item> holders() {
    return items.stream().filter(item -> item.held).toList();
  }

  /** The events that the mark must stay below. */
  Stream<Item> tracked(boolean keysHaveRows) {
    return items.stream()
        .filter(item -> item.batch.isPresent() || (keysHaveRows && item.key.isPresent()));
  }

  /**
   * The events to store, in order, in parts that are appended together: those between batches, or
   * the rest of one batch.
   */
  List<List<Item>> stretches() {
    List<List<Item>> stretches = new ArrayList<>();
    for (Item item : items) {
      if (item.isFresh()) {
        if (stretches.isEmpty() || !stretches.getLast().getLast().batch.equals(item.batch)) {
          stretches.add(new ArrayList<>());
        }
        stretches.getLast().add(item);
      }
    }
    return stretches;
  }
}
