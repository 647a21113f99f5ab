package io.messina.cli.load;

import io.messina.client.Payload;

/**
 * An event to be sent, and where it stood.
 *
 * @param number of the line or row, from 1
 * @param payload what it holds
 */
public record Entry(long number, Payload payload) {}
