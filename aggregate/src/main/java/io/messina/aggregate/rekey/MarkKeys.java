package io.messina.aggregate.rekey;

import io.messina.store.Bytes;
import io.messina.stream.log.ShardPlacement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A key of each shard of a stream, for words to all of them. */
final class MarkKeys {

  private MarkKeys() {}

  /** Tries numbers, of which about seven for each shard are enough. */
  static List<Bytes> of(ShardPlacement placement) {
    List<Bytes> keys = new ArrayList<>(Collections.nCopies(placement.shards(), Bytes.EMPTY));
    int left = placement.shards();
    for (int i = 0; left > 0; i++) {
      Bytes key = Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(i).array());
      int shard = placement.shardOf(key);
      if (keys.get(shard).equals(Bytes.EMPTY)) {
        keys.set(shard, key);
        left--;
      }
    }
    return List.copyOf(keys);
  }
}
