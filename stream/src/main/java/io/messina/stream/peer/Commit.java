package io.messina.stream.peer;

import io.messina.api.Position;
import java.util.OptionalInt;

/**
 * How far a follower is.
 *
 * @param position behind the last event that is done
 * @param run the run of the group in which the events were read: where a seek or a purge has begun
 *     another since, the commit changes nothing; empty to commit in whatever run
 */
public record Commit(Position position, OptionalInt run) {

  /**
   * A commit in whatever run of the group.
   *
   * @param position behind the last event that is done
   * @return the commit
   */
  public static Commit of(Position position) {
    return new Commit(position, OptionalInt.empty());
  }
}
