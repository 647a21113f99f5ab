package io.messina.bench.enrich;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of a key, and puts out the count at each.
 *
 * @param <E> an event
 */
public final class Counting<E> implements Enricher<Integer, E, Long, Long> {

  @Override
  public Enriched<Long, Long> enrich(Integer key, @Nullable Long state, List<E> events) {
    long count = state == null ? 0 : state;
    if (events.size() == 1) {
      Long after = count + 1;
      return new Enriched<>(after, List.of(after));
    }
    Long[] counts = new Long[events.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = ++count;
    }
    return new Enriched<>(count, Arrays.asList(counts));
  }

  @Override
  public List<Long> emitAgain(Integer key, @Nullable Long state, List<E> events) {
    return Collections.nCopies(events.size(), state == null ? 0L : state);
  }

  @Override
  public int stateBytes(Long state) {
    return Long.BYTES;
  }
}
