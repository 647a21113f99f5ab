package io.messina.flink.enrichment;

import io.messina.flink.enrichment.PendingCodec.Kept;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;

/**
 * The unfinished events as checkpoints have them: raw keyed state, which the backend hands from
 * subtask to subtask by groups of keys. It is written as a checkpoint is taken, and at no other
 * time; to put each key into the backend and to clear it at the next checkpoint costs far more. A
 * group of keys is
 *
 * <pre>
 *   | version 1 | count, 4 bytes | (key | event)* |
 * </pre>
 *
 * <p>with keys as their serializer writes them, and events as {@link PendingCodec#write} does.
 * Groups without events are left out.
 *
 * @param <K> a key
 * @param <E> an event
 */
final class UnfinishedEvents<K, E> {

  private static final int VERSION = 1;
  private static final int LENGTH_FIRST = 4_096;

  private final TypeSerializer<K> keys;
  private final PendingCodec<E> codec;
  private final int keyGroups;
  private int kept;

  /**
   * @param keys writes keys
   * @param codec of events
   * @param keyGroups how many groups all keys are in
   */
  UnfinishedEvents(TypeSerializer<K> keys, PendingCodec<E> codec, int keyGroups) {
    this.keys = keys;
    this.codec = codec;
    this.keyGroups = keyGroups;
  }

  /** Returns the number in the last checkpoint. */
  int kept() {
    return kept;
  }

  /** Returns the events of the restored checkpoint; each counts as having come after the last. */
  List<UnfinishedEvent<K, E>> restore(Iterable<KeyGroupStatePartitionStreamProvider> groups)
      throws IOException {
    List<UnfinishedEvent<K, E>> restored = new ArrayList<>();
    for (KeyGroupStatePartitionStreamProvider group : groups) {
      try (InputStream bytes = group.getStream()) {
        read(new DataInputViewStreamWrapper(bytes), restored);
      }
    }
    kept = restored.size();
    return restored;
  }

  private void read(DataInputView from, List<UnfinishedEvent<K, E>> restored) throws IOException {
    int version = from.readByte();
    if (version != VERSION) {
      throw new IOException(
          "unfinished events: version " + version + " (expected: " + VERSION + ")");
    }
    int count = from.readInt();
    if (count < 0) {
      throw new IOException("unfinished events: " + count + " (expected: from 0)");
    }
    for (int left = count; left > 0; left--) {
      K key = keys.deserialize(from);
      Kept<E> event = codec.read(from);
      restored.add(
          new UnfinishedEvent<>(key, event.event(), event.timestampMillis(), restored.size() + 1));
    }
  }

  /**
   * The events of each key stay in their order. Those whose dead letter is put out are left out.
   */
  void keep(Iterable<UnfinishedEvent<K, E>> unfinished, RawState to) throws Exception {
    Map<Integer, List<UnfinishedEvent<K, E>>> byGroup = new TreeMap<>();
    kept = 0;
    for (UnfinishedEvent<K, E> pending : unfinished) {
      if (!pending.setAside) {
        int group = KeyGroupRangeAssignment.assignToKeyGroup(pending.key, keyGroups);
        byGroup.computeIfAbsent(group, any -> new ArrayList<>()).add(pending);
        kept++;
      }
    }
    if (kept > 0) {
      write(byGroup, to.open());
    }
  }

  private void write(
      Map<Integer, List<UnfinishedEvent<K, E>>> byGroup, KeyedStateCheckpointOutputStream to)
      throws IOException {
    DataOutputSerializer bytes = new DataOutputSerializer(LENGTH_FIRST);
    for (Map.Entry<Integer, List<UnfinishedEvent<K, E>>> group : byGroup.entrySet()) {
      bytes.clear();
      bytes.writeByte(VERSION);
      bytes.writeInt(group.getValue().size());
      for (UnfinishedEvent<K, E> pending : group.getValue()) {
        keys.serialize(pending.key, bytes);
        codec.write(pending, bytes);
      }
      to.startNewKeyGroup(group.getKey());
      to.write(bytes.getSharedBuffer(), 0, bytes.length());
    }
  }

  /** Where a checkpoint has raw keyed state, if it has some. */
  @FunctionalInterface
  interface RawState {
    KeyedStateCheckpointOutputStream open() throws Exception;
  }
}
