package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/** The account and the recipient of a message. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageRecipient(
    @Field("account of the message") AccountName account,
    @Field("channel of the message") Channel channel,
    @Field("recipient in the form of the channel") String to,
    @Field("campaign of the message") Optional<String> campaign,
    @Field("country of the recipient in two letters, if the number shows it")
        Optional<String> country) {}
