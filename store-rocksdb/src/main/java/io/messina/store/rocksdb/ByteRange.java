package io.messina.store.rocksdb;

import java.util.Arrays;
import java.util.Optional;

/**
 * Byte strings from one, inclusive, to another, exclusive, compared as unsigned numbers.
 *
 * @param start the first one
 * @param end where the range ends, or empty if it has no end
 */
record ByteRange(byte[] start, Optional<byte[]> end) {

  static final byte[] FIRST = {};
  static final ByteRange ALL = new ByteRange(FIRST, Optional.empty());
  static final ByteRange NONE = new ByteRange(FIRST, Optional.of(FIRST));

  boolean isEmpty() {
    return end.isPresent() && Arrays.compareUnsigned(start, end.get()) >= 0;
  }

  boolean contains(byte[] bytes) {
    return Arrays.compareUnsigned(start, bytes) <= 0
        && (end.isEmpty() || Arrays.compareUnsigned(bytes, end.get()) < 0);
  }

  boolean endsAt(byte[] bytes) {
    return end.isPresent() && Arrays.equals(end.get(), bytes);
  }

  /** The smallest range that holds both. */
  static ByteRange hull(ByteRange left, ByteRange right) {
    byte[] start = Arrays.compareUnsigned(left.start, right.start) <= 0 ? left.start : right.start;
    boolean endless = left.end.isEmpty() || right.end.isEmpty();
    byte[] leftEnd = left.end.orElse(FIRST);
    byte[] rightEnd = right.end.orElse(FIRST);
    byte[] end = Arrays.compareUnsigned(leftEnd, rightEnd) >= 0 ? leftEnd : rightEnd;
    return new ByteRange(start, endless ? Optional.empty() : Optional.of(end));
  }

  /** The part of this range that begins here or later. */
  ByteRange from(byte[] laterStart) {
    return Arrays.compareUnsigned(laterStart, start) > 0 ? new ByteRange(laterStart, end) : this;
  }

  /** The part of this range that ends here or earlier; an empty end changes nothing. */
  ByteRange upTo(Optional<byte[]> earlierEnd) {
    boolean isEarlier =
        earlierEnd.isPresent()
            && (end.isEmpty() || Arrays.compareUnsigned(earlierEnd.get(), end.get()) < 0);
    return isEarlier ? new ByteRange(start, earlierEnd) : this;
  }

  /** The same range behind a prefix. */
  ByteRange under(byte[] prefix) {
    return new ByteRange(
        concat(prefix, start),
        end.map(bytes -> concat(prefix, bytes)).or(() -> behindPrefix(prefix)));
  }

  /**
   * The first byte string behind all that begin with a prefix; there is none behind a prefix of FF
   * bytes.
   */
  static Optional<byte[]> behindPrefix(byte[] prefix) {
    for (int last = prefix.length - 1; last >= 0; last--) {
      if (prefix[last] != (byte) 0xFF) {
        byte[] behind = Arrays.copyOf(prefix, last + 1);
        behind[last]++;
        return Optional.of(behind);
      }
    }
    return Optional.empty();
  }

  static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  static byte[] concat(byte[] left, byte[] right) {
    byte[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }
}
