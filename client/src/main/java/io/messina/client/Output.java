package io.messina.client;

import io.messina.api.StreamName;

/**
 * An event that is appended when another is acknowledged, once however often the acknowledgement is
 * repeated.
 *
 * @param stream where to
 * @param event what; its time is not kept
 */
public record Output(StreamName stream, NewEvent event) {}
