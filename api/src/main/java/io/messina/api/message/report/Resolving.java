package io.messina.api.message.report;

import io.messina.api.Field;

/** The resolution of an uncertain message. */
public record Resolving(
    @Field("sent, refused for another connector, or again") MessageResolution as) {}
