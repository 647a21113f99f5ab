package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.MessageRecipient;
import java.time.Instant;

/** A message that its provider may or may not have. */
public record UncertainMessage(
    @Field("id of the message") String message,
    @JsonUnwrapped MessageRecipient recipient,
    @Field("number of connectors chosen for the message so far, from 0") int hop,
    @Field("time at which it became uncertain") Instant since,
    @Field("reason, for people") String reason,
    @Field("earliest time to resolve it: its call has certainly ended then") Instant resolvableFrom,
    @Field(
            "whether it is sent again automatically at that time, because the provider recognises"
                + " its key")
        boolean sentAgain) {}
