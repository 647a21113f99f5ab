package io.messina.enrich;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Where the states of keys are stored. Calls return at once; stages are completed by any thread, in
 * any order. A call that cannot be made fails by its stage, too.
 *
 * <p>At most one request for a key is waited for. One that has timed out may still be under way
 * when the next one is sent, so a write may arrive late.
 *
 * @param <K> a key
 * @param <S> the state of a key
 */
public interface KeyedStateClient<K, S> {

  /**
   * Reads the row of a key. Writes that completed before, and were {@link WriteResult#APPLIED}, are
   * seen.
   *
   * @param key of which
   * @return the row; null where there is none. Fails where it is not known now, and by {@link
   *     StateRefusedException} where it never will be
   */
  CompletionStage<@Nullable StateRow<S>> read(K key);

  /**
   * Writes the row of a key, as a whole: state, generation and position. It is fenced by one of two
   * rules, so that a write that comes late, from an attempt that was given up or from a process
   * that is no longer the owner, changes nothing once a later one has applied:
   *
   * <ul>
   *   <li>compare and set: applies only if the stored row is still the expected one, by its
   *       generation and position; else the answer is {@link WriteResult#CONFLICT}
   *   <li>timestamps: each write has a higher timestamp than all before it by this process and by
   *       former owners, and the highest one wins; there is no conflict
   * </ul>
   *
   * @param key of which
   * @param expected the row as it was read or last written; null where there was none
   * @param row the row to write
   * @return whether it applied. Fails by {@link StateRefusedException} where it has not applied and
   *     never will; after any other failure it may have applied, or may apply later: the row is
   *     read again before the next attempt
   */
  CompletionStage<WriteResult> write(K key, @Nullable StateRow<S> expected, StateRow<S> row);

  /**
   * Whether writes are fenced by comparing. Then a row that was read can only be followed by one
   * with more events, and need not be written again before its events count as applied.
   *
   * @return true only where each write compares; false, unless a client says otherwise, is right
   *     for any, and costs a write for each key whose events come again
   */
  default boolean isComparing() {
    return false;
  }
}
