package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.List;
import java.util.Optional;

/** A page of found messages. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessagePage(
    @Field("messages in the order of their ids") List<MessageReport> messages,
    @Field(
            "start of the next page; absent on the last one; a page with a state may be short or"
                + " empty and not be the last")
        Optional<String> next) {

  public MessagePage {
    messages = List.copyOf(messages);
  }
}
