package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * The settings of all requests of a client, the metrics that count repeated requests, and their
 * token.
 */
public record ClientOptions(
    Duration timeOut,
    int answerBytesMax,
    RetryPolicy retries,
    BiConsumer<MessinaException, Duration> retried,
    Token token) {}
