package io.messina.api.message.account;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import java.time.Instant;
import java.util.Optional;

/**
 * A recipient to whom an account sends nothing more by a channel: messages to it become {@code
 * suppressed}.
 *
 * @param account whose messages
 * @param channel by which kind of way
 * @param recipient as the channel has it
 * @param reason why
 * @param since when
 * @param message of which that came; empty if somebody has said so
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Suppression(
    @Field("whose messages") AccountName account,
    @Field("by which kind of way") Channel channel,
    @Field("as the channel has it") String recipient,
    @Field("why") SuppressionReason reason,
    @Field("since when") Instant since,
    @Field("of which message that came") Optional<String> message) {}
