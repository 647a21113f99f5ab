package io.messina.flink.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Batches in checkpoints:
 *
 * <pre>
 *   | source, with its length | first, 8 bytes | count, 4 bytes | (length, 4 bytes | batch)* |
 * </pre>
 */
final class NumberedBatchesSerializer implements SimpleVersionedSerializer<NumberedBatches> {

  private static final int VERSION = 1;
  private static final int LENGTH_FIRST = 1024;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(NumberedBatches batches) throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(LENGTH_FIRST);
    to.writeUTF(batches.source());
    to.writeLong(batches.first());
    to.writeInt(batches.batches().size());
    for (byte[] batch : batches.batches()) {
      to.writeInt(batch.length);
      to.write(batch);
    }
    return to.getCopyOfBuffer();
  }

  @Override
  public NumberedBatches deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION) {
      throw new IOException("batches: version " + version + " (expected: " + VERSION + ")");
    }
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    String source = from.readUTF();
    long first = from.readLong();
    List<byte[]> batches = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      batches.add(EventBytes.readBytes(from));
    }
    if (from.available() > 0) {
      throw new IOException("batches: " + from.available() + " bytes more than they have");
    }
    return new NumberedBatches(source, first, batches);
  }
}
