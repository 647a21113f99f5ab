package io.messina.stream.delivery;

import java.util.SortedSet;
import java.util.TreeSet;

/** How far the group is, beside its single events. */
final class Progress {

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

  Progress(int run, long next, long claim) {
    this.run = run;
    this.next = next;
    this.untouchedFrom = next;
    this.claim = claim;
  }

  void beginRun(long position) {
    run = Math.addExact(run, 1);
    rereadTo = Math.max(rereadTo, next);
    next = position;
    untouchedFrom = position;
  }

  /** Something happens to an event that the state has to remember. */
  void touch(long position) {
    untouchedFrom = Math.max(untouchedFrom, position + 1);
  }
}
