package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The state of a key as it is stored: with how far it has come, in one row that is written as a
 * whole. An event of the same generation at this position or below is included, and is not applied
 * again.
 *
 * @param state null where the enricher has deleted it
 * @param generation of the stream, or of the enrichment where that is rebuilt; a row of a lower one
 *     counts as none
 * @param position of the last event that is included, in its shard
 * @param <S> the state of a key
 */
public record StateRow<S>(@Nullable S state, long generation, long position) {}
