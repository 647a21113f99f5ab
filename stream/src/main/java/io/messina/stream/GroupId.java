package io.messina.stream;

import io.messina.api.GroupName;

/**
 * One creation of a consumer group: a group that is deleted and created again has the next
 * generation, and sees nothing of the former one.
 *
 * @param name the name
 * @param generation from 1
 */
public record GroupId(GroupName name, int generation) {

  /**
   * A checked id.
   *
   * @throws IllegalArgumentException where the generation is below 1
   */
  public GroupId {
    Names.checkGeneration(generation);
  }

  /** Name and generation as they stand in keys, as in {@code scorer~1}. */
  @Override
  public String toString() {
    return name + "~" + generation;
  }
}
