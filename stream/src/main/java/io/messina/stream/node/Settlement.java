package io.messina.stream.node;

import io.messina.stream.ClaimAddress;
import io.messina.stream.delivery.Outcome;

/** The outcome of one event that was handed out to a worker. */
public record Settlement(ClaimAddress receipt, Outcome outcome) {}
