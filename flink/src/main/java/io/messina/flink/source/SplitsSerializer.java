package io.messina.flink.source;

import io.messina.api.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Splits in checkpoints. */
final class SplitsSerializer implements SimpleVersionedSerializer<Splits> {

  private static final int VERSION = 1;
  private static final int LENGTH_FIRST = 64;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(Splits splits) throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(LENGTH_FIRST);
    to.writeBoolean(splits.found());
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
    if (version != VERSION) {
      throw new IOException("splits: version " + version + " (expected: " + VERSION + ")");
    }
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    boolean found = from.readBoolean();
    List<ShardSplit> splits = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      int shard = from.readInt();
      Position next = Position.unpack(from.readLong());
      boolean ends = from.readBoolean();
      long end = from.readLong();
      splits.add(new ShardSplit(shard, next, ends ? Position.unpack(end) : null));
    }
    return new Splits(found, splits);
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
      return all.serialize(new Splits(true, List.of(split)));
    }

    @Override
    public ShardSplit deserialize(int version, byte[] bytes) throws IOException {
      return all.deserialize(version, bytes).unassigned().get(0);
    }
  }
}
