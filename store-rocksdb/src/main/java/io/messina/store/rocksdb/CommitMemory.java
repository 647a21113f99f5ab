package io.messina.store.rocksdb;

import io.messina.store.Bytes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that the committer keeps from group to group. Confined to its thread; thrown away when
 * a write fails.
 */
final class CommitMemory {

  private static final long HEAD_BYTES_MAX = 16L * 1024 * 1024;

  private final SweepIndex sweeps = new SweepIndex();
  private final Map<Bytes, FencedHead> heads = new LinkedHashMap<>(16, 0.75f, true);
  private long headBytes;
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
    changed.forEach(this::remember);
    Iterator<Map.Entry<Bytes, FencedHead>> oldest = heads.entrySet().iterator();
    while (headBytes > HEAD_BYTES_MAX) {
      headBytes -= sizeBytes(oldest.next());
      oldest.remove();
    }
    lastTimestampMicros = newestTimestampMicros;
  }

  private void remember(Bytes id, FencedHead head) {
    FencedHead former = heads.put(id, head);
    headBytes += sizeBytes(id, head) - (former == null ? 0 : sizeBytes(id, former));
  }

  private static long sizeBytes(Map.Entry<Bytes, FencedHead> entry) {
    return sizeBytes(entry.getKey(), entry.getValue());
  }

  private static long sizeBytes(Bytes id, FencedHead head) {
    return (long) id.length() + head.sizeBytes();
  }
}
