package io.messina.stream.delivery;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An unfinished event of a {@link Backlog}. */
final class Entry {

  /** How many leases must end in a row without an answer for the event to be a suspect. */
  static final int SUSPECT = 2;

  /** The position in the log, packed. */
  final long position;

  /** Was redriven, so it is in no order. */
  final boolean redriven;

  /** The hash of its key. */
  long key;

  /** Was restored, and its key is not known yet. */
  boolean keyUnknown;

  /** Is one of the active events of its key. */
  boolean holdsKey;

  Phase phase = Phase.READY;

  /** READY: the queue it is in. */
  @Nullable Line line;

  /** The valid claim; 0 for none. */
  long claim;

  /** OUT: the end of the lease; RETRY: when it is due. */
  long dueMillis;

  /** OUT and CLAIMED: the length of the lease. */
  int leaseMillis;

  /** OUT and CLAIMED: the worker's name, or the empty string. */
  String worker = "";

  /** How often it was handed out, or may have been. */
  int attempts;

  /** How many leases in a row ended without an answer; counted up to {@link #SUSPECT}. */
  int silences;

  /** GIVEN_UP: why. */
  DeathCause cause = DeathCause.EXHAUSTED;

  /** The errors of its failed attempts, oldest first. */
  List<AttemptError> failures = List.of();

  Entry(long position, boolean redriven, long key, int attempts) {
    this.position = position;
    this.redriven = redriven;
    this.key = key;
    this.attempts = attempts;
  }

  void move(Phase.Trigger trigger) {
    phase = phase.after(trigger);
  }

  boolean isHeld() {
    return phase == Phase.OUT || phase == Phase.CLAIMED;
  }

  boolean isSuspect() {
    return silences >= SUSPECT;
  }

  void failed(String error) {
    if (failures.isEmpty()) {
      failures = new ArrayList<>(1);
    }
    failures.add(new AttemptError(attempts, error));
  }

  /** That of an object takes longer to get; events have one position each. */
  @Override
  public int hashCode() {
    return Long.hashCode(position);
  }

  /** Whether it stands in the log before another, if both are in its order. */
  boolean precedes(Entry other) {
    return !redriven && !other.redriven && position < other.position;
  }
}
