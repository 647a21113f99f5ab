package io.messina.aggregate.state;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of each shard from which events were sent on, where a shard gets them from others:
 *
 * <pre>
 *   | number of sources, 2 bytes | of each: next, 8 bytes | watermark, 8 bytes | rests, 1 byte |
 * </pre>
 *
 * @param all by the number of the source; empty where events were not sent on
 */
public record SourceTimes(List<SourceTime> all) {

  /** No source was heard of. */
  public static final SourceTimes NONE = new SourceTimes(List.of());

  private static final int LENGTH = 2 * Long.BYTES + 1;

  /** Takes a copy. */
  public SourceTimes {
    all = List.copyOf(all);
  }

  /**
   * The progress of a source.
   *
   * @param source its number
   */
  public SourceTime of(int source) {
    return source < all.size() ? all.get(source) : SourceTime.UNHEARD;
  }

  int length() {
    return all.isEmpty() ? 0 : Short.BYTES + all.size() * LENGTH;
  }

  void encode(ByteBuffer to) {
    if (!all.isEmpty()) {
      to.putShort((short) all.size());
      all.forEach(
          time ->
              to.putLong(time.next())
                  .putLong(time.watermarkMillis())
                  .put((byte) (time.rests() ? 1 : 0)));
    }
  }

  /** At the end, and absent where there are none. */
  static SourceTimes decode(ByteBuffer from) {
    List<SourceTime> all = new ArrayList<>();
    for (int left = from.hasRemaining() ? from.getShort() : 0; left > 0; left--) {
      all.add(new SourceTime(from.getLong(), from.getLong(), from.get() == 1));
    }
    return new SourceTimes(all);
  }
}
