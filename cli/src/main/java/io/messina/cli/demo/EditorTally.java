package io.messina.cli.demo;

import java.time.Instant;

/** Counts the edits of one editor; for use by one thread. */
final class EditorTally {

  private final String user;
  private Instant firstEdit = Instant.MAX;
  private Instant lastEdit = Instant.MIN;
  private int edits;
  private int minorEdits;
  private int robotEdits;
  private long bytesAdded;
  private long bytesDeleted;

  EditorTally(String user) {
    this.user = user;
  }

  void add(Edit edit) {
    edits++;
    minorEdits += edit.isMinor() ? 1 : 0;
    robotEdits += edit.isRobot() ? 1 : 0;
    bytesAdded += edit.bytesAdded();
    bytesDeleted += edit.bytesDeleted();
    firstEdit = edit.time().isBefore(firstEdit) ? edit.time() : firstEdit;
    lastEdit = edit.time().isAfter(lastEdit) ? edit.time() : lastEdit;
  }

  /** The profile so far, of at least one edit. */
  EditorProfile profile() {
    return new EditorProfile(
        user,
        edits,
        bytesAdded,
        bytesDeleted,
        firstEdit,
        lastEdit,
        (double) minorEdits / edits,
        (double) robotEdits / edits);
  }
}
