package io.messina.enrichment;

import io.messina.api.Position;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key, and how far it has come.
 *
 * @param state null if the enricher has deleted it
 * @param position of the last event that it includes, in the shard of the key
 * @param <S> the state
 */
public record KeyState<S>(@Nullable S state, Position position) {}
