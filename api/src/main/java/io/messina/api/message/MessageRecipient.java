package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/**
 * Whose a message is, and whom it is for.
 *
 * @param account whose it is
 * @param channel by which kind of way
 * @param to the recipient, as the channel has it
 * @param campaign what it belongs to
 * @param country of the recipient, two letters, where its number tells
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MessageRecipient(
    @Field("whose it is") AccountName account,
    @Field("by which kind of way") Channel channel,
    @Field("the recipient") String to,
    @Field("what it belongs to") Optional<String> campaign,
    @Field("of the recipient, two letters") Optional<String> country) {}
