package io.messina.store.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a partition, by their clustering bytes, that are hidden up to a timestamp. The ranges of
 * one partition are kept apart from each other, so that at most one covers a row.
 *
 * <pre>
 *   key     | partition | start |
 *   value   | timestamp, 8 bytes | 0 no end, 1 end follows | end |
 * </pre>
 *
 * @param range the rows, never empty
 * @param timestampMicros puts up to this timestamp are hidden
 */
record RangeDelete(ByteRange range, long timestampMicros) {

  static final long NONE = Long.MIN_VALUE;

  byte[] encodeValue() {
    ByteWriter writer =
        new ByteWriter(Long.BYTES + 1 + range.end().map(end -> end.length).orElse(0));
    writer.putLong(timestampMicros).put(range.end().isPresent() ? 1 : 0);
    range.end().ifPresent(writer::put);
    return writer.toArray();
  }

  static RangeDelete decode(byte[] start, byte[] value) {
    ByteReader reader = new ByteReader(value, 0, value.length);
    long timestampMicros = reader.getLong();
    boolean hasEnd = reader.get() != 0;
    Optional<byte[]> end =
        hasEnd ? Optional.of(reader.getBytes(value.length - reader.position())) : Optional.empty();
    return new RangeDelete(new ByteRange(start, end), timestampMicros);
  }

  boolean covers(byte[] clustering) {
    return range.contains(clustering);
  }

  /**
   * Merges this one with others.
   *
   * @param others in order, apart from each other; all that share rows with this one, and any
   *     others
   * @return the ranges that replace them, in order and apart from each other
   */
  List<RangeDelete> joinedWith(List<RangeDelete> others) {
    List<RangeDelete> joined = new ArrayList<>();
    Optional<byte[]> rest = Optional.of(range.start());
    for (RangeDelete other : others) {
      byte[] otherStart = other.range.start();
      add(joined, other.range.upTo(Optional.of(range.start())), other.timestampMicros);
      rest.ifPresent(
          from -> add(joined, range.from(from).upTo(Optional.of(otherStart)), timestampMicros));
      add(
          joined,
          range.from(otherStart).upTo(other.range.end()),
          Math.max(timestampMicros, other.timestampMicros));
      range.end().ifPresent(end -> add(joined, other.range.from(end), other.timestampMicros));
      rest = other.range.end();
    }
    rest.ifPresent(from -> add(joined, range.from(from), timestampMicros));
    return joined;
  }

  private static void add(List<RangeDelete> joined, ByteRange range, long timestampMicros) {
    if (range.isEmpty()) {
      return;
    }
    RangeDelete last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
    if (last != null
        && last.timestampMicros == timestampMicros
        && last.range.endsAt(range.start())) {
      joined.set(
          joined.size() - 1,
          new RangeDelete(new ByteRange(last.range.start(), range.end()), timestampMicros));
    } else {
      joined.add(new RangeDelete(range, timestampMicros));
    }
  }
}
