package io.messina.enrich;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link ShardEnrichment} wants done. Its shell implements it. Called in the midst of a call
 * to the enrichment and by the same thread, so none of these may call the enrichment: answers go to
 * a queue, also those that are there at once.
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
   * @param expected the row that stood last, as far as is known; null where there was none
   * @param row what to write
   * @param attempt names this request in the answer
   */
  void write(K key, @Nullable StateRow<S> expected, StateRow<S> row, long attempt);

  /**
   * Pass on an output. Those of a key come in the order of its events; {@link
   * ShardEnrichment#completeTo} may be committed only once what was put out before is durable.
   *
   * @param key of the event
   * @param position of the event, or of the last one of its round
   * @param output what the enricher gave
   */
  void emit(K key, long position, O output);

  /**
   * Store a dead letter, and tell by {@link ShardEnrichment#deadLetterStored} once it is durable.
   * Its key waits for that, as the next write of its state would say that the event was applied.
   * After a crash, events whose letters are stored are not to be offered again; so a letter stays
   * at least until a higher position is committed.
   *
   * @param letter what to store; the same event may come again after a crash
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
