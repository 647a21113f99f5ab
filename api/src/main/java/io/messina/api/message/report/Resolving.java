package io.messina.api.message.report;

import io.messina.api.Field;

/**
 * What somebody says of a message that is uncertain.
 *
 * @param as what became of it, or is to become
 */
public record Resolving(
    @Field("sent, refused for another connector, or again") MessageResolution as) {}
