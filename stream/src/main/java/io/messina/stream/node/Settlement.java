package io.messina.stream.node;

import io.messina.stream.Receipt;
import io.messina.stream.delivery.Outcome;

/**
 * What a worker says of an event that was handed out to it.
 *
 * @param receipt of the event
 * @param outcome what became of it
 */
public record Settlement(Receipt receipt, Outcome outcome) {}
