package io.messina.stream.delivery;

import java.util.SortedSet;
import java.util.TreeSet;

/** The progress of the group, without its single events. */
final class GroupProgress {

  boolean paused;
  int run;

  /** Where reading continues, packed. */
  long next;

  /** No event from here on was ever handed out or finished: unfinished ones can be read again. */
  long untouchedFrom;

  /** Events of the log below may have rows among the dead letters, from former runs. */
  long rereadTo;

  /** Finished events whose rows among the dead letters are to be deleted. */
  final SortedSet<Long> leaving = new TreeSet<>();

  /** The next claim number. */
  long claim;

  GroupProgress(int run, long next, long claim) {
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

  /** An event changes in a way that the durable state has to contain. */
  void touch(long position) {
    untouchedFrom = Math.max(untouchedFrom, position + 1);
  }
}
