package io.messina.enrichment;

import io.messina.api.StreamName;
import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key is all its events, as in {@code 1 2 3}: so whatever is lost, doubled or out of
 * order is seen.
 *
 * @param refused which payloads fail
 * @param target of an output for each event, or null
 */
record Collecting(Predicate<String> refused, @Nullable StreamName target)
    implements Enricher<Bytes, StoredEvent, String, List<Output>> {

  static final StateCodec<String> CODEC =
      new StateCodec<>() {

        @Override
        public Bytes encode(String state) {
          return Bytes.utf8(state);
        }

        @Override
        public String decode(Bytes stored) {
          return new String(stored.toArray(), StandardCharsets.UTF_8);
        }
      };

  static EnrichmentJob<String> job() {
    return job(new Collecting(_ -> false, null));
  }

  static EnrichmentJob<String> job(Collecting collecting) {
    return new EnrichmentJob<>(collecting, CODEC);
  }

  @Override
  public Enriched<String, List<Output>> enrich(
      Bytes key, @Nullable String state, List<StoredEvent> events) {
    StringBuilder all = new StringBuilder(state == null ? "" : state);
    List<List<Output>> outputs = new ArrayList<>();
    for (StoredEvent event : events) {
      String payload = text(event);
      if (refused.test(payload)) {
        throw new IllegalArgumentException("refused: " + payload);
      }
      all.append(all.isEmpty() ? "" : " ").append(payload);
      outputs.add(output(key, event));
    }
    return new Enriched<>(all.toString(), outputs);
  }

  @Override
  public List<List<Output>> emitAgain(Bytes key, @Nullable String state, List<StoredEvent> events) {
    return events.stream().map(event -> output(key, event)).toList();
  }

  private List<Output> output(Bytes key, StoredEvent event) {
    return target == null
        ? List.of()
        : List.of(
            new Output(target, Event.builder(Bytes.utf8("of " + text(event))).key(key).build()));
  }

  static String text(StoredEvent event) {
    return new String(event.event().payload().toArray(), StandardCharsets.UTF_8);
  }
}
