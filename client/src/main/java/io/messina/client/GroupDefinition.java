package io.messina.client;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import java.time.Duration;

/**
 * A group as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param stream whose events it consumes
 * @param start where it began
 * @param lease how long a worker has an event unless it asks for another time
 * @param maxAttempts after how many attempts an event becomes a dead letter
 * @param backoff how long a failed event waits
 * @param order whether the events of a key are kept in order
 * @param delivery what happens to events whose outcome is uncertain
 * @param limits how much it has out at once
 */
public record GroupDefinition(
    GroupName name,
    int generation,
    StreamName stream,
    Start start,
    Duration lease,
    int maxAttempts,
    Backoff backoff,
    Order order,
    Delivery delivery,
    GroupLimits limits) {}
