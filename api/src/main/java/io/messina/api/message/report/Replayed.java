package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * Webhooks that are sent again.
 *
 * @param messages the ids of the new messages
 * @param next where to go on; empty if there are no more
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Replayed(
    @Field("the ids of the new messages") List<String> messages,
    @Field("where to go on; absent if there are no more") Optional<String> next) {

  /** Takes a copy. */
  public Replayed {
    messages = List.copyOf(messages);
  }
}
