package io.messina.cli.file;

import io.messina.client.event.Payload;

/**
 * A line or row to be sent, and its place in the file.
 *
 * @param number of the line or row, from 1
 * @param payload its content
 */
public record FileEntry(long number, Payload payload) {}
