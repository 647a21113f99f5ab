package io.messina.enrichment;

import io.messina.enrich.Enricher;
import io.messina.enrich.EnrichmentOptions;
import io.messina.store.Bytes;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import java.util.List;

/**
 * The work of an enrichment, the same in each process that runs it. Its events are those with a
 * key.
 *
 * @param enricher applies the events of a key to its state, and returns the events that are
 *     appended to other streams
 * @param states where they are stored
 * @param options bounds of each shard
 * @param version from 1 to 2,097,151; a higher one reads the stream from its oldest event again,
 *     and begins with no states: in the store of the streams they are others, in another table it
 *     writes over them
 * @param <S> the state of a key
 */
public record EnrichmentJob<S>(
    Enricher<Bytes, StoredEvent, S, List<Output>> enricher,
    States<S> states,
    EnrichmentOptions options,
    int version) {

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if the version is out of its bounds
   */
  public EnrichmentJob {
    if (version < 1 || version > StateGeneration.MAX) {
      throw new IllegalArgumentException(
          "version: " + version + " (expected: from 1 to " + StateGeneration.MAX + ")");
    }
  }

  /**
   * A job in its first version, with {@link EnrichmentOptions#DEFAULT}, and its states in the store
   * of the streams.
   *
   * @param enricher applies the events of a key to its state
   */
  public EnrichmentJob(
      Enricher<Bytes, StoredEvent, S, List<Output>> enricher, StateCodec<S> codec) {
    this(enricher, States.inStore(codec), EnrichmentOptions.DEFAULT, 1);
  }
}
