package io.messina.flink.enrichment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait, as keyed state has them:
 *
 * <pre>
 *   | version 1 | count, 4 bytes | (1 if it has a timestamp | timestamp, 8 bytes, or none | event)* |
 * </pre>
 *
 * <p>An event is written by the serializer of its type.
 *
 * @param <E> an event
 */
final class PendingCodec<E> {

  private static final int VERSION = 1;
  private static final int LENGTH_FIRST = 256;

  private final TypeSerializer<E> serializer;

  PendingCodec(TypeSerializer<E> serializer) {
    this.serializer = serializer;
  }

  /** An event, and its timestamp if it has one. */
  record Kept<E>(E event, @Nullable Long timestampMillis) {}

  byte[] encode(List<? extends UnfinishedEvent<?, E>> events) throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(LENGTH_FIRST);
    to.writeByte(VERSION);
    to.writeInt(events.size());
    for (UnfinishedEvent<?, E> each : events) {
      write(each, to);
    }
    return to.getCopyOfBuffer();
  }

  /** One event, with its timestamp. */
  void write(UnfinishedEvent<?, E> pending, DataOutputView to) throws IOException {
    Long timestamp = pending.timestampMillis;
    to.writeBoolean(timestamp != null);
    if (timestamp != null) {
      to.writeLong(timestamp);
    }
    serializer.serialize(pending.event, to);
  }

  /** Reads the output of {@link #write}. */
  Kept<E> read(DataInputView from) throws IOException {
    Long timestamp = from.readBoolean() ? (Long) from.readLong() : null;
    return new Kept<>(serializer.deserialize(from), timestamp);
  }

  /**
   * Decodes the output of {@link #encode}.
   *
   * @throws IOException where it is of another version, or the type of events reads it otherwise
   */
  List<Kept<E>> decode(byte[] bytes) throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    int version = from.readByte();
    if (version != VERSION) {
      throw new IOException(
          "unfinished events: version " + version + " (expected: " + VERSION + ")");
    }
    List<Kept<E>> events = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      events.add(read(from));
    }
    if (from.available() > 0) {
      throw new IOException(
          "unfinished events: " + from.available() + " bytes more than they have");
    }
    return events;
  }
}
