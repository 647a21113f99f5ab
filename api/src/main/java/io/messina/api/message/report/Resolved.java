package io.messina.api.message.report;

import io.messina.api.Field;

/** A message was resolved. */
public record Resolved(
    @Field("id of the message") String message, @Field("resolution") MessageResolution as) {}
