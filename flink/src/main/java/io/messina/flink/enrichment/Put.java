package io.messina.flink.enrichment;

import org.jspecify.annotations.Nullable;

/**
 * An output with the timestamp of its event.
 *
 * @param <O> an output
 */
record Put<O>(O output, @Nullable Long timestampMillis) {}
