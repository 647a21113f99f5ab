package io.messina.flink.enrichment;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.OutputsPer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A user's enricher for events as the operator keeps them: outputs get the timestamps of their
 * events.
 *
 * @param <K> a key
 * @param <E> an event
 * @param <S> the state of a key
 * @param <O> an output
 */
final class PendingEnricher<K, E, S, O> implements Enricher<K, UnfinishedEvent<K, E>, S, Put<O>> {

  private final Enricher<K, E, S, O> enricher;
  private final boolean outputPerEvent;

  PendingEnricher(Enricher<K, E, S, O> enricher) {
    this.enricher = enricher;
    this.outputPerEvent = enricher.outputsPer() == OutputsPer.EVENT;
  }

  @Override
  public Enriched<S, Put<O>> enrich(K key, @Nullable S state, List<UnfinishedEvent<K, E>> events) {
    Enriched<S, O> enriched = enricher.enrich(key, state, new EventsOf<>(events));
    return new Enriched<>(enriched.state(), put(enriched.outputs(), events));
  }

  @Override
  public List<Put<O>> emitAgain(K key, @Nullable S state, List<UnfinishedEvent<K, E>> events) {
    return put(enricher.emitAgain(key, state, new EventsOf<>(events)), events);
  }

  /**
   * Where their number is wrong the core refuses them, so they are passed on as many as they are.
   */
  private List<Put<O>> put(List<O> outputs, List<UnfinishedEvent<K, E>> events) {
    List<Put<O>> put = new ArrayList<>(outputs.size());
    int last = events.size() - 1;
    for (int i = 0; i < outputs.size(); i++) {
      UnfinishedEvent<K, E> event = events.get(outputPerEvent ? Math.min(i, last) : last);
      put.add(new Put<>(outputs.get(i), event.timestampMillis));
    }
    return put;
  }

  @Override
  public OutputsPer outputsPer() {
    return enricher.outputsPer();
  }

  @Override
  public @Nullable UnfinishedEvent<K, E> combine(
      UnfinishedEvent<K, E> older, UnfinishedEvent<K, E> newer) {
    E both = enricher.combine(older.event, newer.event);
    return both == null ? null : newer.with(both);
  }

  @Override
  public int stateBytes(S state) {
    return enricher.stateBytes(state);
  }

  private static final class EventsOf<K, E> extends AbstractList<E> implements RandomAccess {

    private final List<UnfinishedEvent<K, E>> pending;

    EventsOf(List<UnfinishedEvent<K, E>> pending) {
      this.pending = pending;
    }

    @Override
    public E get(int index) {
      return pending.get(index).event;
    }

    @Override
    public int size() {
      return pending.size();
    }
  }
}
