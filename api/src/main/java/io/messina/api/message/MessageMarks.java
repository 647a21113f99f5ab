package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * By what a message is known to its sender.
 *
 * @param campaign what it belongs to, at most 100 characters
 * @param metadata of the sender's own, at most 20 short texts by name
 * @param key by which a repeat of this message is recognised for 24 hours, at most 200 characters;
 *     absent if each one is another message
 * @param test whether it is for trying out: it is sent, whatever quotas and quiet hours say
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageMarks(
    @Field("what it belongs to, such as a campaign") Optional<String> campaign,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "texts of the sender's own, by name", otherwise = "{}")
        Map<String, String> metadata,
    @Field("by which a repeat is recognised for 24 hours") Optional<String> key,
    @Field(value = "whether quotas and quiet hours do not count", otherwise = "false")
        boolean test) {

  /** Known by nothing. */
  public static final MessageMarks NONE =
      new MessageMarks(Optional.empty(), Map.of(), Optional.empty(), false);

  /** Keeps a copy of the metadata, in its order. */
  public MessageMarks {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
