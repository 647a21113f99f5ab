package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * The effects of a {@link ShardEnrichment}, implemented by its shell. Its shell implements it.
 * Called during a call to the enrichment and by the same thread, so none of these may call the
 * enrichment: answers are put into a queue, even answers that are available at once.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
public interface EnrichmentEffects<K, E, S, O> {

  /**
   * Read the row of a key, and pass on the answer by {@link ShardEnrichment#read} or {@link
   * ShardEnrichment#failed}.
   *
   * @param key of which
   * @param attempt names this request in the answer
   */
  void read(K key, long attempt);

  /**
   * Write the row of a key, and pass on the answer by {@link ShardEnrichment#written} or {@link
   * ShardEnrichment#failed}.
   *
   * @param key of which
   * @param expected the last row, as far as it is known; null if there was none
   * @param row the row to write
   * @param attempt names this request in the answer
   */
  void write(K key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt);

  /**
   * Pass on an output. Outputs of a key come in the order of its events; until an output is
   * durable, nothing behind its first event may be committed, although {@link
   * ShardEnrichment#completeTo} is further by then.
   *
   * @param key of the event
   * @param first the position of the event, or of the first one of its round
   * @param position of the event, or of the last one of its round
   * @param output an output of the enricher
   */
  void emit(K key, long first, long position, O output);

  /**
   * Store a dead letter, and tell by {@link ShardEnrichment#deadLetterStored} once it is durable.
   * Its key waits for that, as the next write of its state would say that the event was applied.
   * After a crash, events whose letters are stored are not to be offered again; so a letter stays
   * at least until a higher position is committed.
   *
   * @param letter the letter to store; the same event may come again after a crash
   * @param id names this letter in the answer
   */
  void deadLetter(FailedEvent<K, E> letter, long id);

  /**
   * The enrichment has stopped for good: it takes no events and no answers any more, and its
   * position stays where it is. Called once.
   *
   * @param why a sentence
   */
  void stopped(String why);
}
