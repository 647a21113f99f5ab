package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import java.time.Instant;
import java.util.Optional;

/**
 * A recipient that gets no more messages of an account by a channel: they become {@code
 * suppressed}.
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Suppression(
    @Field("account of the messages") AccountName account,
    @Field("channel of the messages") Channel channel,
    @Field("recipient in the form of the channel") String recipient,
    @Field("reason") SuppressionReason reason,
    @Field("time of the suppression") Instant since,
    @Field("message that caused it; absent if it was added by hand") Optional<String> message) {}
