package io.messina.flink.source;

import io.messina.api.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Splits in checkpoints:
 *
 * <pre>
 *   | 1 if found | generation, 4 bytes | count, 4 bytes |
 *   | of each: shard, 4 bytes | next, 8 bytes | 1 if it ends | end, 8 bytes |
 * </pre>
 *
 * <p>Version 1 has no generation.
 */
final class SplitsSerializer implements SimpleVersionedSerializer<Splits> {

  private static final int VERSION = 2;
  private static final int LENGTH_FIRST = 64;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(Splits splits) throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(LENGTH_FIRST);
    to.writeBoolean(splits.found());
    to.writeInt(splits.generation());
    to.writeInt(splits.unassigned().size());
    for (ShardSplit split : splits.unassigned()) {
      Position end = split.end();
      to.writeInt(split.shard());
      to.writeLong(split.next().packed());
      to.writeBoolean(end != null);
      to.writeLong(end == null ? 0 : end.packed());
    }
    return to.getCopyOfBuffer();
  }

  @Override
  public Splits deserialize(int version, byte[] bytes) throws IOException {
    if (version < 1 || version > VERSION) {
      throw new IOException("splits: version " + version + " (expected: up to " + VERSION + ")");
    }
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    boolean found = from.readBoolean();
    int generation = version == 1 ? 0 : from.readInt();
    List<ShardSplit> splits = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      int shard = from.readInt();
      Position next = position(from.readLong());
      boolean ends = from.readBoolean();
      long end = from.readLong();
      splits.add(new ShardSplit(shard, generation, next, ends ? position(end) : null));
    }
    if (from.available() > 0) {
      throw new IOException("splits: " + from.available() + " bytes more than they have");
    }
    return new Splits(found, generation, splits);
  }

  private static Position position(long packed) throws IOException {
    try {
      return Position.unpack(packed);
    } catch (IllegalArgumentException e) {
      throw new IOException("splits: unreadable position", e);
    }
  }

  /** One split, as readers have them. */
  static final class One implements SimpleVersionedSerializer<ShardSplit> {

    private final SplitsSerializer all = new SplitsSerializer();

    @Override
    public int getVersion() {
      return VERSION;
    }

    @Override
    public byte[] serialize(ShardSplit split) throws IOException {
      return all.serialize(new Splits(true, split.generation(), List.of(split)));
    }

    @Override
    public ShardSplit deserialize(int version, byte[] bytes) throws IOException {
      List<ShardSplit> one = all.deserialize(version, bytes).unassigned();
      if (one.size() != 1) {
        throw new IOException("splits: " + one.size() + " (expected: 1)");
      }
      return one.get(0);
    }
  }
}
