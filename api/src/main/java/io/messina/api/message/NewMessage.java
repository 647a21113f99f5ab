package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A message that is to be sent.
 *
 * @param account whose it is
 * @param channel by which kind of way
 * @param from the sender, as the channel has it; absent for that of the connector
 * @param to the recipient, as the channel has it
 * @param content what it says
 * @param sendAt not before this time, up to a year away; absent for now
 * @param expiresAt not after this time; absent for whenever it can be sent
 * @param campaign what it belongs to, at most 100 characters
 * @param metadata of the sender's own, at most 20 short texts by name
 * @param key by which a repeat of this message is recognised for 24 hours, at most 200 characters;
 *     absent if each one is another message
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record NewMessage(
    @Field("whose it is") AccountName account,
    @Field("email, sms, whatsapp, rcs or webhook") Channel channel,
    @Field("the sender, as the channel has it; the connector's without") Optional<String> from,
    @Field("the recipient, as the channel has it") String to,
    @Field("what it says") MessageContent content,
    @Field("not before this time, up to a year away") Optional<Instant> sendAt,
    @Field("not after this time") Optional<Instant> expiresAt,
    @Field("what it belongs to, such as a campaign") Optional<String> campaign,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(value = "texts of the sender's own, by name", otherwise = "{}")
        Map<String, String> metadata,
    @Field("by which a repeat is recognised for 24 hours") Optional<String> key) {

  /** Keeps a copy of the metadata, in its order. */
  public NewMessage {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
