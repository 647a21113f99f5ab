package io.messina.enrich;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key: its events in their order, its request, and its row. It is in one list at a
 * time, by its phase; one that its key has left is used for another key.
 *
 * @param <K> a key
 * @param <S> the state of a key
 * @param <O> an output
 */
final class Slot<K, S, O> {

  /** Below the positions of all events. */
  private static final long NOTHING = Long.MIN_VALUE;

  /** Its index among all slots. */
  final int index;

  /** Rises once a request is answered or given up, so that no later answer counts. */
  int sequence;

  @Nullable K key;
  private SlotPhase phase = SlotPhase.IDLE;

  /** When it came into its phase. */
  long sinceNanos;

  /** When its request times out, its next attempt is due, or its row leaves the cache. */
  long dueNanos;

  /** Its events that are neither finished nor set aside. */
  int head = EventSlab.NONE;

  int tail = EventSlab.NONE;
  int events;

  /** The number of them, from the first, that belong to the present request. */
  int roundEvents;

  /** The number of them, from the first, that were in a write that was refused for good. */
  private int suspects;

  /** The maximum number of suspects in a round. */
  private int suspectsOfRound;

  /** Events that are set aside, and whose letters are not stored yet. */
  int letters;

  /** The number of failures of the round in a row. */
  int failures;

  /** Up to which position events were in a write that may have applied, or may yet. */
  long doubtTo = Long.MIN_VALUE;

  @Nullable String error;

  /** Whether {@link #row} is the stored row, where null means that no row is stored. */
  boolean rowIsKnown;

  /** Whether this process has written the stored row, by a write that was answered. */
  private boolean rowIsOwn;

  /** Whether its row is being written just as it was read. */
  boolean adopting;

  /** The row that is stored, or is being written. */
  @Nullable StateRow<S> row;

  /**
   * The state and the position of {@link #row}, unless it is of a former generation, whose position
   * counts as none, and whose state may. They are read in each round, and the row would be one more
   * place in memory that no cache of the processor has.
   */
  private @Nullable S state;

  private @Nullable Included included;
  private int includedFrom = Included.NO_PARTITION;
  private long includedTo = NOTHING;
  private int includedSub;

  long rowNanos;

  /** The bytes of the row in the cache. */
  long keptBytes;

  /** The outputs to emit once the row is written; null if there are none. */
  @Nullable List<O> outputs;

  Slot(int index) {
    this.index = index;
  }

  K key() {
    K known = key;
    if (known == null) {
      throw new IllegalStateException("slot " + index + " has no key");
    }
    return known;
  }

  SlotPhase phase() {
    return phase;
  }

  void enter(SlotPhase next, long nowNanos) {
    phase = next;
    sinceNanos = nowNanos;
  }

  /** Names the request that is sent now. */
  long attempt() {
    return (long) sequence << Integer.SIZE | index;
  }

  /**
   * Takes over the stored row that was read.
   *
   * @param stored null where nothing is
   * @param start says which part of it counts if it is of a lower generation
   */
  void know(@Nullable StateRow<S> stored, ShardStart start, long nowNanos) {
    boolean keeps = start.lower() == NewGeneration.KEEP;
    long includedFromGeneration = keeps ? start.positionsFrom() : start.generation();
    boolean isLower = stored != null && stored.generation() < includedFromGeneration;
    set(stored, isLower ? null : stored);
    if (stored != null && isLower && keeps) {
      state = stored.state();
    }
    rowIsKnown = true;
    rowIsOwn = false;
    rowNanos = nowNanos;
  }

  void forgetRow() {
    set(null, null);
    rowIsKnown = false;
    rowIsOwn = false;
    adopting = false;
  }

  private void set(@Nullable StateRow<S> next, @Nullable StateRow<S> counted) {
    row = next;
    state = counted == null ? null : counted.state();
    included = counted == null ? null : counted.included();
    includedFrom = included == null ? Included.NO_PARTITION : included.partition();
    includedTo = included == null ? NOTHING : included.position();
    includedSub = included == null ? 0 : included.sub();
  }

  /** Returns the state to which events are applied; null if there is none. */
  @Nullable S state() {
    return state;
  }

  /** Whether the state includes an event. */
  boolean includes(int partition, long position, int sub) {
    if (partition == includedFrom || includedFrom == Included.NO_PARTITION) {
      return position < includedTo || (position == includedTo && sub <= includedSub);
    }
    return included != null && included.includes(partition, position, sub);
  }

  /** Returns the events that the state includes once an event is applied to it. */
  Included with(int partition, long position, int sub) {
    return included == null
        ? new Included(partition, position, sub, null)
        : included.with(partition, position, sub);
  }

  /** Whether the events that the state includes came from partitions. */
  boolean namesPartitions() {
    return includedFrom != Included.NO_PARTITION;
  }

  boolean rowIsOwn() {
    return rowIsOwn;
  }

  /** Its row is being written as it is. */
  void adopt() {
    rowIsKnown = false;
    adopting = true;
  }

  /** The row being written has become the stored row. */
  void wrote(long nowNanos) {
    rowIsKnown = true;
    rowIsOwn = true;
    rowNanos = nowNanos;
    adopting = false;
  }

  /** Its row is being written. */
  void write(StateRow<S> next, List<O> outputs) {
    rowIsKnown = false;
    rowIsOwn = false;
    set(next, next);
    this.outputs = outputs.isEmpty() ? null : outputs;
  }

  /** The stored row is unknown, and nothing is emitted. */
  void dropWrite() {
    forgetRow();
    outputs = null;
  }

  /** A write was refused for good: fewer events at a time, until the guilty one is alone. */
  void suspect() {
    suspects = Math.max(suspects, roundEvents);
    suspectsOfRound = roundEvents / 2;
    roundEvents = 0;
  }

  /** A write with suspects has applied. */
  void trust() {
    suspectsOfRound = Math.min(2 * suspectsOfRound, suspects);
  }

  /** An event has been taken from the first ones. */
  void taken() {
    suspects = Math.max(0, suspects - 1);
  }

  /** Returns the maximum number of events in a round, given earlier refusals. */
  int roundMax() {
    return suspects == 0 ? Integer.MAX_VALUE : Math.max(1, suspectsOfRound);
  }

  /** Ends the round, for any reason. */
  void endRound() {
    roundEvents = 0;
    failures = 0;
    error = null;
    outputs = null;
  }

  /** The write was not answered. */
  void doubt() {
    StateRow<S> unanswered = row;
    if (unanswered != null) {
      doubtTo = Math.max(doubtTo, unanswered.position());
    }
  }

  /** Nothing is left that an unanswered write could apply. */
  void endDoubt() {
    doubtTo = Long.MIN_VALUE;
  }
}
