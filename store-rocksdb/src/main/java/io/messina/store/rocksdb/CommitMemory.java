package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the committer remembers from group to group. Confined to its thread; thrown away when a
 * write fails.
 */
final class CommitMemory {

  private static final int HEADS_MAX = 4096;

  private final SweepIndex sweeps = new SweepIndex();
  private final Map<Bytes, FencedHead> heads = new LinkedHashMap<>(16, 0.75f, true);
  private long lastTimestampMicros;

  CommitMemory(long lastTimestampMicros) {
    this.lastTimestampMicros = lastTimestampMicros;
  }

  SweepIndex sweeps() {
    return sweeps;
  }

  long lastTimestampMicros() {
    return lastTimestampMicros;
  }

  @Nullable FencedHead head(Bytes id) {
    return heads.get(id);
  }

  void remember(Map<Bytes, FencedHead> changed, long newestTimestampMicros) {
    heads.putAll(changed);
    var oldest = heads.keySet().iterator();
    while (heads.size() > HEADS_MAX) {
      oldest.next();
      oldest.remove();
    }
    lastTimestampMicros = newestTimestampMicros;
  }
}
