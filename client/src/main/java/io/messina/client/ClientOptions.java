package io.messina.client;

import java.time.Duration;

/** What a client does with every request. */
record ClientOptions(
    Duration timeOut, int answerBytesMax, RetryPolicy retries, ClientMetrics metrics) {}
