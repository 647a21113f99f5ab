package io.messina.enrichment.configured;

import io.messina.api.enrichment.StateOptions;
import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.OutputsPer;
import io.messina.enrichment.StateCodec;
import io.messina.enrichment.function.JsonState;
import io.messina.enrichment.function.StateFold;
import io.messina.store.Bytes;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Folds events into states, and counts the values that it skips. It puts nothing out. */
final class FoldEnricher implements Enricher<Bytes, StoredEvent, JsonState, List<Output>> {

  /** States as they are stored. */
  static final StateCodec<JsonState> CODEC =
      new StateCodec<>() {

        @Override
        public Bytes encode(JsonState state) {
          return state.json();
        }

        @Override
        public JsonState decode(Bytes stored) {
          return JsonState.read(stored);
        }
      };

  /** About how many bytes of memory the tree of one byte of JSON takes. */
  private static final int BYTES_PER_BYTE = 8;

  private final StateFold fold;
  private final Map<String, LongAdder> skipped = new ConcurrentHashMap<>();

  FoldEnricher(StateOptions options) {
    this.fold = new StateFold(options);
  }

  @Override
  public Enriched<JsonState, List<Output>> enrich(
      Bytes key, @Nullable JsonState state, List<StoredEvent> events) {
    List<Bytes> payloads = events.stream().map(stored -> stored.event().payload()).toList();
    List<String> fields = new ArrayList<>();
    JsonState changed = fold.apply(state, payloads, fields::add);
    fields.forEach(field -> skipped.computeIfAbsent(field, _ -> new LongAdder()).increment());
    return new Enriched<>(changed, List.of());
  }

  @Override
  public List<List<Output>> emitAgain(
      Bytes key, @Nullable JsonState state, List<StoredEvent> events) {
    return List.of();
  }

  @Override
  public OutputsPer outputsPer() {
    return OutputsPer.ROUND;
  }

  @Override
  public int stateBytes(JsonState state) {
    return state.json().length() * BYTES_PER_BYTE;
  }

  /**
   * The number of times that an event left a field as it was; events that are tried again count
   * again.
   */
  Map<String, Long> skipped() {
    Map<String, Long> counts = new TreeMap<>();
    skipped.forEach((field, count) -> counts.put(field, count.sum()));
    return counts;
  }
}
