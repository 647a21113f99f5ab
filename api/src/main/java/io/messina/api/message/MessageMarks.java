package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Marks of a message by its sender. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageMarks(
    @Field("group of messages, such as a campaign, at most 100 characters")
        Optional<String> campaign,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "texts of the sender by name, at most 20", otherwise = "{}")
        Map<String, String> metadata,
    @Field("idempotency key for 24 hours, at most 200 characters; each message is new if absent")
        Optional<String> key,
    @Field(value = "whether to ignore quotas and quiet hours", otherwise = "false") boolean test) {

  /** Known by nothing. */
  public static final MessageMarks NONE =
      new MessageMarks(Optional.empty(), Map.of(), Optional.empty(), false);

  public MessageMarks {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
