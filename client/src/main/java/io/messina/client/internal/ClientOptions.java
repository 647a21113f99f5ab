package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.RetryPolicy;
import java.time.Duration;
import java.util.function.BiConsumer;

/** What a client does with every request, and what counts those that are sent again. */
public record ClientOptions(
    Duration timeOut,
    int answerBytesMax,
    RetryPolicy retries,
    BiConsumer<MessinaException, Duration> retried) {}
