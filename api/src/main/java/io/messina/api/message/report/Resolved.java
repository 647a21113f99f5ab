package io.messina.api.message.report;

import io.messina.api.Field;

/**
 * A message was resolved.
 *
 * @param message its id
 * @param as what somebody has said of it
 */
public record Resolved(
    @Field("the message's id") String message,
    @Field("what was said of it") MessageResolution as) {}
