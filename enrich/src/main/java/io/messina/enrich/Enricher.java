package io.messina.enrich;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's enrichment of the events of a key: it changes the key's state, and returns outputs.
 *
 * <p>Called by one thread at a time for all keys of a shard, and must neither block nor look at
 * clocks: the same calls must return the same results, as a round may be computed again after a
 * conflict or a crash. A state is a value: neither an argument nor a result is changed after the
 * call.
 *
 * <p>Exactly-once effect: each event changes the state once, however often it is delivered. Outputs
 * are at least once: after a crash, and after a write whose answer was lost, {@link #emitAgain} is
 * called for the outputs of events that the state includes already.
 *
 * @param <K> a key, with {@code equals} and {@code hashCode} of a value
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
public interface Enricher<K, E, S, O> {

  /**
   * Applies events to the state of their key. If a call for several events fails, each of them is
   * tried alone, and the ones that fail become dead letters; the others are applied.
   *
   * @param key of all these events
   * @param state before them; null where there is none yet
   * @param events at least one, in their order; may be kept
   * @return the state after them, and the outputs
   * @throws RuntimeException if an event cannot be applied; an Error counts in the same way, except
   *     for errors after which the virtual machine cannot continue, such as a lack of memory
   */
  Enriched<S, O> enrich(K key, @Nullable S state, List<E> events);

  /**
   * The outputs of events that the state includes already: a crash or a lost answer came between
   * the write of the state and the outputs, or may have. Must not apply the events again: a running
   * count is put out as it is, and not one higher.
   *
   * @param key of all these events
   * @param state which includes them, and perhaps later ones
   * @param events at least one, in their order; may be kept
   * @return as many outputs as {@link #enrich} gives for them
   */
  List<O> emitAgain(K key, @Nullable S state, List<E> events);

  /**
   * Returns the unit to which an output belongs: the same at each call.
   *
   * @return {@link OutputsPer#EVENT} unless overridden
   */
  default OutputsPer outputsPer() {
    return OutputsPer.EVENT;
  }

  /**
   * Makes one event of two that follow each other, so that {@link #enrich} has fewer to apply.
   * Asked only with {@link OutputsPer#ROUND}, and only for events that the state does not include.
   *
   * @param older an event, or an earlier result of this for several
   * @param newer the next event of the key
   * @return an event that has the effect of both; null, as by default, where they stay apart
   */
  default @Nullable E combine(E older, E newer) {
    return null;
  }

  /**
   * About how much memory a state takes, by which the cache is bounded.
   *
   * @param state of a key
   * @return bytes, from 0; 1 KiB unless overridden. A state of which it throws is not cached
   */
  default int stateBytes(S state) {
    return 1024;
  }
}
