package io.messina.enrichment;

import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.OutputsPer;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * As {@link Collecting}, with one output for all events of a round.
 *
 * @param each applies them
 */
record CollectingRounds(Collecting each)
    implements Enricher<Bytes, StoredEvent, String, List<Output>> {

  @Override
  public Enriched<String, List<Output>> enrich(
      Bytes key, @Nullable String state, List<StoredEvent> events) {
    return new Enriched<>(each.enrich(key, state, events).state(), emitAgain(key, state, events));
  }

  @Override
  public List<List<Output>> emitAgain(Bytes key, @Nullable String state, List<StoredEvent> events) {
    String all = events.stream().map(Collecting::text).collect(Collectors.joining(" "));
    Event event = Event.builder(Bytes.utf8("of " + all)).key(key).build();
    return List.of(List.of(new Output(Objects.requireNonNull(each.target()), event)));
  }

  @Override
  public OutputsPer outputsPer() {
    return OutputsPer.ROUND;
  }
}
