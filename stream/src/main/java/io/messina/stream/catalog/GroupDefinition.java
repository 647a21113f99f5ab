package io.messina.stream.catalog;

import io.messina.stream.GroupId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.GroupOptions;

/**
 * A group that was created.
 *
 * @param stream whose events it consumes
 * @param id its name and generation
 * @param start where it began
 * @param options how it hands out
 */
public record GroupDefinition(StreamId stream, GroupId id, Start start, GroupOptions options) {}
