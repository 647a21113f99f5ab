package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/**
 * Some of the messages that were searched for.
 *
 * @param messages in the order of their ids
 * @param next where the next page begins; empty on the last one. A page with a state may be short,
 *     or empty, and not be the last
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessagePage(
    @Field("in the order of their ids") List<MessageReport> messages,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes a copy. */
  public MessagePage {
    messages = List.copyOf(messages);
  }
}
