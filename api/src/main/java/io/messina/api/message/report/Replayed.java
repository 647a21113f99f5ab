package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** Webhooks that are sent again. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Replayed(
    @Field("ids of the new messages") List<String> messages,
    @Field("start of the rest; absent if there is none") Optional<String> next) {

  public Replayed {
    messages = List.copyOf(messages);
  }
}
