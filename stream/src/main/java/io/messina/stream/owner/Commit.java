package io.messina.stream.owner;

import io.messina.api.Position;
import java.util.OptionalInt;

/**
 * The progress of a follower.
 *
 * @param position behind the last handled event
 * @param run the run of the group in which the events were read: after a seek or a purge, the
 *     commit changes nothing; empty to commit in any run
 */
public record Commit(Position position, OptionalInt run) {

  /**
   * A commit in any run of the group.
   *
   * @param position behind the last handled event
   */
  public static Commit of(Position position) {
    return new Commit(position, OptionalInt.empty());
  }
}
