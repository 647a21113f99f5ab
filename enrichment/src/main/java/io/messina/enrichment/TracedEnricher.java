package io.messina.enrichment;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.OutputsPer;
import io.messina.store.Bytes;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Passes the traces of events on to their outputs, where an output belongs to one event.
 *
 * @param enricher with {@link OutputsPer#EVENT}
 * @param <S> the state of a key
 */
record TracedEnricher<S>(Enricher<Bytes, StoredEvent, S, List<Output>> enricher)
    implements Enricher<Bytes, StoredEvent, S, List<Output>> {

  /** Returns the same where an output belongs to a round, which may have many traces. */
  static <S> Enricher<Bytes, StoredEvent, S, List<Output>> of(
      Enricher<Bytes, StoredEvent, S, List<Output>> enricher) {
    return enricher.outputsPer() == OutputsPer.EVENT ? new TracedEnricher<>(enricher) : enricher;
  }

  @Override
  public Enriched<S, List<Output>> enrich(Bytes key, @Nullable S state, List<StoredEvent> events) {
    Enriched<S, List<Output>> enriched = enricher.enrich(key, state, events);
    return new Enriched<>(enriched.state(), traced(events, enriched.outputs()));
  }

  @Override
  public List<List<Output>> emitAgain(Bytes key, @Nullable S state, List<StoredEvent> events) {
    return traced(events, enricher.emitAgain(key, state, events));
  }

  @Override
  public int stateBytes(S state) {
    return enricher.stateBytes(state);
  }

  /** A wrong number of outputs is left to the caller, who refuses it. */
  private static List<List<Output>> traced(List<StoredEvent> events, List<List<Output>> outputs) {
    if (outputs.size() != events.size()) {
      return outputs;
    }
    return IntStream.range(0, events.size())
        .mapToObj(
            i ->
                outputs.get(i).stream()
                    .map(output -> output.causedBy(events.get(i).event()))
                    .toList())
        .toList();
  }
}
