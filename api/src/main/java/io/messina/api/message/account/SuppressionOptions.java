package io.messina.api.message.account;

import io.messina.api.Field;

/** Options of a suppression. */
public record SuppressionOptions(
    @Field(
            value = "reason: added, bounced, complained, unsubscribed or disabled",
            otherwise = "added")
        SuppressionReason reason) {}
