package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;

/** Result of reading the list of one entity among others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "status")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ListAnswer.Found.class, name = "ok"),
  @JsonSubTypes.Type(value = ListAnswer.Failed.class, name = "error")
})
public sealed interface ListAnswer {

  /** Whose list was asked for. */
  EntityId entity();

  /**
   * It was read.
   *
   * @param entity whose list
   * @param items newest first; none if there are none
   * @param next as {@link ItemPage#next}
   */
  record Found(EntityId entity, List<ListItem> items, Optional<String> next)
      implements ListAnswer {}

  /**
   * It could not be read; its content is unknown.
   *
   * @param entity whose list
   * @param detail why, in one sentence
   * @param retryable whether asking again may help
   */
  record Failed(EntityId entity, String detail, boolean retryable) implements ListAnswer {}
}
