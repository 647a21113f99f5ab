package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.stream.Event;
import io.messina.stream.lane.Appended;
import io.messina.stream.lane.Appended.AppendedRun;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.record.RecordBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An append with keys or numbers in progress. All fields that change are guarded by the lock of
 * {@link KeyedAppends}, or used by one thread at a time.
 */
final class PendingAppend {

  private static final EventOutcome FRESH = new EventOutcome.Fresh();

  final List<Event> events;
  final boolean firstWins;
  final long bytes;
  final CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();

  /** Other appends that are decided again once this one holds nothing. */
  List<PendingAppend> waiting = new ArrayList<>();

  /** Whether some of it was handed to the lane. */
  boolean handedOver;

  /** Whether it no longer counts against the bounds. */
  boolean dropped;

  /** The index of the first event here of each held key, by the key's hash. */
  final Map<Long, Integer> heldKeys = new LinkedHashMap<>();

  /** The batches that are held. */
  final Set<SourceBatch> heldBatches = new LinkedHashSet<>();

  private final boolean[] keyed;
  private final long[] keys;
  private final int[] bodies;
  private final EventOutcome[] outcomes;
  private final @Nullable AppendedRun[] runs;

  /**
   * Events that are appended together: those between batches, or the rest of one batch from its
   * event {@code firstIndex} on.
   */
  record Stretch(
      List<Integer> indexes, List<Event> events, Optional<SourceBatch> batch, int firstIndex) {}

  PendingAppend(List<Event> events, KeyWindows windows, boolean firstWins) {
    this.events = List.copyOf(events);
    this.firstWins = firstWins;
    this.bytes = this.events.stream().mapToLong(RecordBatch::bytesAtMost).sum();
    int count = this.events.size();
    this.keyed = new boolean[count];
    this.keys = new long[count];
    this.bodies = new int[count];
    this.outcomes = new EventOutcome[count];
    this.runs = new AppendedRun[count];
    for (int i = 0; i < count; i++) {
      digest(i, this.events.get(i), windows);
    }
    reset();
  }

  /** Takes out the appends that wait for this one. */
  List<PendingAppend> takeWaiting() {
    List<PendingAppend> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }

  void reset() {
    Arrays.fill(outcomes, FRESH);
  }

  int size() {
    return events.size();
  }

  /** Whether the event's key decides; the number of its batch takes precedence. */
  boolean isKeyed(int index) {
    return keyed[index];
  }

  String keyText(int index) {
    return events.get(index).idempotencyKey().orElseThrow();
  }

  long key(int index) {
    return keys[index];
  }

  int body(int index) {
    return bodies[index];
  }

  boolean firstWins(int index) {
    return firstWins || InternalKeys.firstWins(keyText(index));
  }

  EventOutcome outcome(int index) {
    return outcomes[index];
  }

  void outcome(int index, EventOutcome outcome) {
    outcomes[index] = outcome;
  }

  boolean isFresh(int index) {
    return outcomes[index] instanceof EventOutcome.Fresh;
  }

  /** The position of a fresh event, as a run of one. */
  AppendedRun run(int index) {
    AppendedRun run = runs[index];
    if (run == null) {
      throw new IllegalStateException("event " + index + ": not stored");
    }
    return run;
  }

  boolean isStored(int index) {
    return runs[index] != null;
  }

  /** Whether the mark must stay below it. */
  boolean isTracked(boolean keysHaveRows) {
    return IntStream.range(0, size()).anyMatch(index -> isTracked(index, keysHaveRows));
  }

  /** How many events were stored that the mark has to cover. */
  int trackedAndStored(boolean keysHaveRows) {
    return (int)
        IntStream.range(0, size())
            .filter(index -> isStored(index) && isTracked(index, keysHaveRows))
            .count();
  }

  /** When its last stored event was appended. */
  OptionalLong lastMicros() {
    return IntStream.range(0, size())
        .filter(this::isStored)
        .mapToLong(index -> run(index).firstAppendMicros())
        .max();
  }

  /** Its batches in their order, each with its first index and the index after its last. */
  List<Batch> batches() {
    List<Batch> batches = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= size(); i++) {
      if (i == size() || !numberOf(i).equals(numberOf(from))) {
        int first = from;
        int end = i;
        numberOf(from).ifPresent(batch -> batches.add(new Batch(batch, first, end)));
        from = i;
      }
    }
    return batches;
  }

  record Batch(SourceBatch number, int from, int end) {}

  /** The events to store, in order. */
  List<Stretch> stretches() {
    List<Stretch> stretches = new ArrayList<>();
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      if (!isFresh(i)) {
        continue;
      }
      if (!indexes.isEmpty() && !numberOf(indexes.getLast()).equals(numberOf(i))) {
        stretches.add(stretch(indexes));
        indexes = new ArrayList<>();
      }
      indexes.add(i);
    }
    if (!indexes.isEmpty()) {
      stretches.add(stretch(indexes));
    }
    return stretches;
  }

  /** Records the positions of the events of a stretch. */
  void stored(Stretch stretch, Appended appended) {
    int next = 0;
    for (AppendedRun run : appended.runs()) {
      for (int i = 0; i < run.count(); i++) {
        runs[stretch.indexes().get(next++)] =
            new AppendedRun(
                new Position(run.first().epoch(), run.first().sequence() + i),
                run.segment(),
                1,
                run.firstAppendMicros() + i);
      }
    }
  }

  private void digest(int index, Event event, KeyWindows windows) {
    Optional<String> key = event.idempotencyKey().filter(windows::heeds);
    if (key.isPresent() && event.sourceBatch().isEmpty()) {
      keyed[index] = true;
      keys[index] = EventDigest.key(key.get());
      bodies[index] = EventDigest.body(event);
    }
  }

  private boolean isTracked(int index, boolean keysHaveRows) {
    return numberOf(index).isPresent() || (keysHaveRows && keyed[index]);
  }

  private Optional<SourceBatch> numberOf(int index) {
    return events.get(index).sourceBatch();
  }

  private Stretch stretch(List<Integer> indexes) {
    int first = indexes.getFirst();
    Optional<SourceBatch> batch = numberOf(first);
    int begin = first;
    while (batch.isPresent() && begin > 0 && numberOf(begin - 1).equals(batch)) {
      begin--;
    }
    return new Stretch(indexes, indexes.stream().map(events::get).toList(), batch, first - begin);
  }
}
