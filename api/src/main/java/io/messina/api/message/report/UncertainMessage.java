package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.MessageRecipient;
import java.time.Instant;

/**
 * A message of which nobody knows whether its provider has it.
 *
 * @param message its id
 * @param recipient whose it is, and whom it is for
 * @param hop how many connectors were chosen for it
 * @param since when it became uncertain
 * @param reason for people
 * @param resolvableFrom from when on it can be resolved: its call has ended then for certain
 * @param sentAgain whether it is sent again by itself then, as the provider recognises its key
 */
public record UncertainMessage(
    @Field("the message's id") String message,
    @JsonUnwrapped MessageRecipient recipient,
    @Field("how many connectors were chosen for it") int hop,
    @Field("since when it is uncertain") Instant since,
    @Field("for people") String reason,
    @Field("from when on it can be resolved") Instant resolvableFrom,
    @Field("whether it is sent again by itself then") boolean sentAgain) {}
