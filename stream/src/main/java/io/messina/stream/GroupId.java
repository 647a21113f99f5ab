package io.messina.stream;

import io.messina.api.GroupName;

/**
 * One creation of a consumer group: a group that is deleted and created again has the next
 * generation, and sees nothing of the former one.
 *
 * @param name of the group
 * @param generation from 1
 */
public record GroupId(GroupName name, int generation) {

  /**
   * Checks the generation.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public GroupId {
    StreamId.checkGeneration(generation);
  }

  /** Name and generation as in keys, such as {@code scorer~1}. */
  @Override
  public String toString() {
    return name + "~" + generation;
  }
}
