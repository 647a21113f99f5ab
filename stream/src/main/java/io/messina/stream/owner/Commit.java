package io.messina.stream.owner;

import io.messina.api.Position;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The progress of a follower.
 *
 * @param position behind the last handled event
 * @param run the run of the group in which the events were read: after a seek or a purge, the
 *     commit changes nothing; empty to commit in any run
 * @param note what the follower keeps with the position, in the same write, such as where its state
 *     is stored; at most {@value #NOTE_BYTES_MAX} bytes in UTF-8, empty by default
 */
public record Commit(Position position, OptionalInt run, String note) {

  /** The longest note in bytes. */
  public static final int NOTE_BYTES_MAX = 1024;

  /** Checks the length of the note. */
  public Commit {
    int bytes = note.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > NOTE_BYTES_MAX) {
      throw new IllegalArgumentException(
          "note: " + bytes + " bytes (expected: at most " + NOTE_BYTES_MAX + ")");
    }
  }

  /**
   * A commit without a note.
   *
   * @param position behind the last handled event
   * @param run as above
   */
  public Commit(Position position, OptionalInt run) {
    this(position, run, "");
  }

  /**
   * A commit in any run of the group.
   *
   * @param position behind the last handled event
   */
  public static Commit of(Position position) {
    return new Commit(position, OptionalInt.empty());
  }
}
