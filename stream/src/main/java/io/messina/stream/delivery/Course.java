package io.messina.stream.delivery;

import java.util.SortedSet;
import java.util.TreeSet;

/** How far the group is, beside its single events. */
final class Course {

  /** How many events may be handed out in memory before the mark has to be raised again. */
  static final int MARK_STRIDE = 1 << 17;

  /** How many claims may be made in memory before more numbers have to be reserved. */
  static final int CLAIM_STRIDE = 1 << 16;

  boolean paused;
  int run;

  /** Where reading goes on, packed. */
  long next;

  /**
   * No event from here on was ever handed out or finished: what is unfinished can be read again.
   */
  long untouchedFrom;

  /** Events below that come from the log may have rows among the dead letters, of former runs. */
  long rereadTo;

  /** Finished events whose rows among the dead letters are still to be deleted. */
  final SortedSet<Long> leaving = new TreeSet<>();

  /** The next claim number. */
  long claim;

  /** Events below may have been handed out by a former owner. */
  long restoredMark;

  /** Whether this owner keeps leases in memory, as the group now is. */
  boolean inMemory;

  private Promise confirmed;
  private Promise promised;

  /**
   * What a durable state allows to be done in memory.
   *
   * @param run the run for which it does
   * @param listedTo events below are in the state one by one
   * @param mark events below may be handed out for the first time
   * @param claimsFrom claim numbers below may be used
   */
  private record Promise(int run, long listedTo, long mark, long claimsFrom) {}

  Course(int run, long next, long claim) {
    this.run = run;
    this.next = next;
    this.untouchedFrom = next;
    this.claim = claim;
    this.confirmed = new Promise(run, 0, 0, 0);
    this.promised = confirmed;
  }

  void beginRun(long position) {
    run = Math.addExact(run, 1);
    rereadTo = Math.max(rereadTo, next);
    next = position;
    untouchedFrom = position;
    restoredMark = 0;
  }

  /** Something happens to an event that the state has to remember. */
  void touch(long position) {
    untouchedFrom = Math.max(untouchedFrom, position + 1);
  }

  /** The mark to be written. */
  long mark() {
    if (inMemory) {
      return Math.max(restoredMark, next + MARK_STRIDE);
    }
    return next < restoredMark ? restoredMark : 0;
  }

  /** The claim number from which on a successor may count, to be written. */
  long claimsFrom() {
    return inMemory ? claim + CLAIM_STRIDE : claim;
  }

  /** A write with these is on its way. */
  void promise(long listedTo) {
    promised = new Promise(run, listedTo, mark(), claimsFrom());
  }

  void confirm() {
    confirmed = promised;
  }

  /** Whether a lease kept in memory may be given without a further write. */
  boolean allowsInMemory(long position, int attempts) {
    // What is on its way may allow less, where leases in memory were given up for a while.
    return allows(confirmed, position, attempts) && allows(promised, position, attempts);
  }

  private boolean allows(Promise promise, long position, int attempts) {
    if (promise.run != run || claim >= promise.claimsFrom) {
      return false;
    }
    return position < promise.listedTo || (attempts == 0 && position < promise.mark);
  }

  /** Whether the mark is near enough to be raised with the next write. */
  boolean nearsMark() {
    return inMemory
        && confirmed.run == run
        && (next + MARK_STRIDE / 2 > confirmed.mark
            || claim + CLAIM_STRIDE / 2 > confirmed.claimsFrom);
  }
}
