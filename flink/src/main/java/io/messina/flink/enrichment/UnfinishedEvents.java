package io.messina.flink.enrichment;

import io.messina.flink.enrichment.PendingCodec.Kept;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;

/**
 * The unfinished events of each key as checkpoints have them. Between two checkpoints the keyed
 * state has those of the earlier one.
 *
 * @param <K> a key
 * @param <E> an event
 */
final class UnfinishedEvents<K, E> {

  private final ValueState<byte[]> events;
  private final PendingCodec<E> codec;
  private final Consumer<K> selectKey;
  private Set<K> keptKeys = new HashSet<>();

  UnfinishedEvents(ValueState<byte[]> events, PendingCodec<E> codec, Consumer<K> selectKey) {
    this.events = events;
    this.codec = codec;
    this.selectKey = selectKey;
  }

  /** Those of the checkpoint that is gone on with; each counts as having come after the last. */
  List<UnfinishedEvent<K, E>> restore(Stream<K> keys) throws Exception {
    keys.forEach(keptKeys::add);
    List<UnfinishedEvent<K, E>> restored = new ArrayList<>();
    for (K key : keptKeys) {
      selectKey.accept(key);
      byte[] bytes = events.value();
      if (bytes != null) {
        for (Kept<E> kept : codec.decode(bytes)) {
          restored.add(
              new UnfinishedEvent<>(
                  key, kept.event(), kept.timestampMillis(), restored.size() + 1));
        }
      }
    }
    return restored;
  }

  /** What an earlier checkpoint kept is cleared, or finished events would be asked again. */
  void keep(Iterable<UnfinishedEvent<K, E>> unfinished) throws Exception {
    Map<K, List<UnfinishedEvent<K, E>>> byKey = new LinkedHashMap<>();
    for (UnfinishedEvent<K, E> pending : unfinished) {
      if (!pending.setAside) {
        byKey.computeIfAbsent(pending.key, any -> new ArrayList<>()).add(pending);
      }
    }
    for (K key : keptKeys) {
      if (!byKey.containsKey(key)) {
        selectKey.accept(key);
        events.clear();
      }
    }
    for (Map.Entry<K, List<UnfinishedEvent<K, E>>> kept : byKey.entrySet()) {
      selectKey.accept(kept.getKey());
      events.update(codec.encode(kept.getValue()));
    }
    keptKeys = new HashSet<>(byKey.keySet());
  }
}
