package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.read.ReadFailure;

/** What became of one of many reads. */
public sealed interface ListAnswer {

  /**
   * Whose list was asked for.
   *
   * @return the entity
   */
  EntityId entity();

  /**
   * It was read.
   *
   * @param entity whose list
   * @param page its items; none where there are none
   */
  record Found(EntityId entity, ItemPage page) implements ListAnswer {}

  /**
   * It could not be read, which says nothing of what is in it.
   *
   * @param entity whose list
   * @param failure why, and whether to ask again
   */
  record Failed(EntityId entity, ReadFailure failure) implements ListAnswer {}
}
