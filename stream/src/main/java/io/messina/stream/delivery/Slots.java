package io.messina.stream.delivery;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished events, column by column: an event has a slot from when it is read until it is
 * finished. Plain arrays, because every claim and ack uses them.
 */
final class Slots {

  /** No slot. */
  static final int NONE = LongIntMap.NONE;

  /** How many leases must end in a row without an answer for the event to be a suspect. */
  static final int SUSPECT = 2;

  private static final int CAPACITY_MIN = 16;

  /** The memory of all columns of a slot, rounded up. */
  private static final int SLOT_BYTES = 90;

  /** The position in the log, packed. */
  long[] positions = new long[0];

  /** The valid claim; 0 for none. */
  long[] claims = new long[0];

  /** The hash of its key. */
  long[] keys = new long[0];

  /** OUT: the end of the lease; RETRY: when it is due. */
  long[] dueMillis = new long[0];

  /** OUT and CLAIMED: the length of the lease. */
  int[] leaseMillis = new int[0];

  /** How often it was handed out, or may have been. */
  int[] attempts = new int[0];

  /** How many leases in a row ended without an answer; counted up to {@link #SUSPECT}. */
  byte[] silences = new byte[0];

  /** OUT and CLAIMED: the number of the worker's name. */
  int[] workers = new int[0];

  Phase[] phases = new Phase[0];

  /** Was redriven, so it is in no order. */
  boolean[] redriven = new boolean[0];

  /** Is one of the active events of its key. */
  boolean[] holdsKey = new boolean[0];

  /** READY: the queue it is in. */
  @Nullable SlotList[] lines = new SlotList[0];

  /** Was restored, and its key is not known yet. */
  boolean[] keyUnknown = new boolean[0];

  /** GIVEN_UP: why. */
  @Nullable DeathCause[] causes = new DeathCause[0];

  /** The errors of its failed attempts, newest first. */
  @Nullable FailureChain[] failures = new FailureChain[0];

  /** For the list of all events of its kind: in log order, or redriven. */
  final Links order = new Links();

  /** For the queue it is in: ready, or blocked behind its key. */
  final Links queue = new Links();

  private int[] free = new int[0];
  private int freeCount;

  record FailureChain(AttemptError failure, @Nullable FailureChain before) {}

  /** Takes a slot for an event of which only the position is known. */
  int take(long position) {
    if (freeCount == 0) {
      grow(Math.max(CAPACITY_MIN, 2 * positions.length));
    }
    int slot = free[--freeCount];
    positions[slot] = position;
    claims[slot] = 0;
    attempts[slot] = 0;
    silences[slot] = 0;
    redriven[slot] = false;
    holdsKey[slot] = false;
    keyUnknown[slot] = false;
    causes[slot] = null;
    failures[slot] = null;
    return slot;
  }

  boolean isSuspect(int slot) {
    return silences[slot] >= SUSPECT;
  }

  void give(int slot) {
    phases[slot] = Phase.FINISHED;
    failures[slot] = null;
    free[freeCount++] = slot;
  }

  long memoryBytes() {
    return (long) SLOT_BYTES * positions.length;
  }

  /** Frees the columns; no event has a slot. */
  void clear() {
    resize(0);
    freeCount = 0;
  }

  private void grow(int capacity) {
    int old = positions.length;
    resize(capacity);
    Arrays.fill(phases, old, capacity, Phase.FINISHED);
    for (int slot = capacity - 1; slot >= old; slot--) {
      free[freeCount++] = slot;
    }
  }

  private void resize(int capacity) {
    positions = Arrays.copyOf(positions, capacity);
    claims = Arrays.copyOf(claims, capacity);
    keys = Arrays.copyOf(keys, capacity);
    dueMillis = Arrays.copyOf(dueMillis, capacity);
    leaseMillis = Arrays.copyOf(leaseMillis, capacity);
    attempts = Arrays.copyOf(attempts, capacity);
    silences = Arrays.copyOf(silences, capacity);
    workers = Arrays.copyOf(workers, capacity);
    phases = Arrays.copyOf(phases, capacity);
    redriven = Arrays.copyOf(redriven, capacity);
    holdsKey = Arrays.copyOf(holdsKey, capacity);
    lines = Arrays.copyOf(lines, capacity);
    keyUnknown = Arrays.copyOf(keyUnknown, capacity);
    causes = Arrays.copyOf(causes, capacity);
    failures = Arrays.copyOf(failures, capacity);
    order.grow(capacity);
    queue.grow(capacity);
    free = Arrays.copyOf(free, capacity);
  }
}
