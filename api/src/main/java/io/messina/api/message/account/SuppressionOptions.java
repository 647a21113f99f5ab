package io.messina.api.message.account;

import io.messina.api.Field;

/**
 * What is said of a recipient that shall get nothing more.
 *
 * @param reason why
 */
public record SuppressionOptions(
    @Field(value = "why: added, bounced, complained, unsubscribed or disabled", otherwise = "added")
        SuppressionReason reason) {}
