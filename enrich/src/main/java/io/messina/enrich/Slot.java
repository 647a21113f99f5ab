package io.messina.enrich;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a key: its events in their order, its request, and its row. It is in one list at
 * a time, by its phase; one that its key has left is used for another key.
 *
 * @param <K> a key
 * @param <S> the state of a key
 * @param <O> an output
 */
final class Slot<K, S, O> {

  /** Below the positions of all events. */
  private static final long NOTHING = Long.MIN_VALUE;

  /** Where it stands among all slots. */
  final int index;

  /** Goes up once a request is answered or given up, so that no later answer counts. */
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

  /** How many of them, from the first, belong to the request that is tried. */
  int roundEvents;

  /** How many of them, from the first, were in a write that was refused for good. */
  private int suspects;

  /** How many suspects a round has at most. */
  private int suspectsOfRound;

  /** Events that are set aside, and whose letters are not stored yet. */
  int letters;

  /** How often the round has failed in a row. */
  int failures;

  /** Up to which position events were in a write that may have applied, or may yet. */
  long doubtTo = Long.MIN_VALUE;

  @Nullable String error;

  /** Whether {@link #row} is what is stored, null meaning that nothing is. */
  boolean rowIsKnown;

  /** Whether this process has written what is stored, by a write that was answered. */
  private boolean rowIsOwn;

  /** Whether its row is being written just as it was read. */
  boolean adopting;

  /** What is stored, or is being written. */
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

  /** What the row takes of the cache. */
  long keptBytes;

  /** What is put out once the row is written; null if nothing is. */
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
   * What is stored was read.
   *
   * @param stored null where nothing is
   * @param start says what of it counts where it is of a lower generation
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

  /** What events are applied to; null where there is none. */
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

  /** What the state includes once an event is applied to it. */
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

  /** What is being written is what is stored. */
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

  /** What is stored is not known, and nothing is put out. */
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

  /** How many events a round may have for what was refused before. */
  int roundMax() {
    return suspects == 0 ? Integer.MAX_VALUE : Math.max(1, suspectsOfRound);
  }

  /** The round has come to its end, in whatever way. */
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
