package io.messina.enrich;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of applying the events of a round.
 *
 * @param state after them; null deletes it, but not that these events were applied
 * @param outputs in the order of the events; as many as {@link Enricher#outputsPer} says
 * @param <S> the state of a key
 * @param <O> an output
 */
public record Enriched<S, O>(@Nullable S state, List<O> outputs) {}
