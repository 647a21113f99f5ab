package io.messina.stream.append;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which batches of a source a shard has: the highest, and which of those below it. Its form in the
 * fenced state, a row per source:
 *
 * <pre>
 *   | version 2 | number, 8 bytes | append time in microseconds, 8 bytes | below, 8 bytes |
 *   | count of unfinished ones | of each: how far below the number, 1 byte | events, 4 bytes |
 * </pre>
 *
 * @param number the highest batch's number, from 0
 * @param appendMicros when an event of the source was last appended, in microseconds since 1970,
 *     from 0
 * @param below bit <i>i</i> tells whether the batch of {@code number - 1 - i} is there
 * @param unfinished by number, the number itself or one within the window: how many events there
 *     are of a batch that is not there to its end
 */
record SourceMark(
    long number, long appendMicros, long below, NavigableMap<Long, Integer> unfinished) {

  /** How far below the highest number it is known which batches are stored. */
  static final int WINDOW = Long.SIZE;

  private static final byte VERSION = 2;
  private static final int BYTES_MIN = 2 + 3 * Long.BYTES;
  private static final int UNFINISHED_BYTES = 1 + Integer.BYTES;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a number is negative
   */
  SourceMark {
    if (number < 0 || appendMicros < 0) {
      throw new IllegalArgumentException(
          "source mark: " + number + " at " + appendMicros + " (expected: numbers from 0)");
    }
    unfinished = Collections.unmodifiableNavigableMap(new TreeMap<>(unfinished));
  }

  /** The mark of a source of which nothing is stored yet, not even of its highest batch. */
  static SourceMark none(long number, long appendMicros) {
    return new SourceMark(number, appendMicros, 0, new TreeMap<>(Map.of(number, 0)));
  }

  /**
   * Decodes what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if the value is damaged
   */
  static SourceMark decode(Bytes value) {
    int version = value.length() < 1 ? 0 : value.at(0);
    ByteBuffer buffer = value.asByteBuffer();
    if (version != VERSION
        || value.length() < BYTES_MIN
        || value.length() != BYTES_MIN + UNFINISHED_BYTES * value.at(BYTES_MIN - 1)) {
      throw new IllegalArgumentException(
          "source mark: " + value + " (expected: one of version " + VERSION + ")");
    }
    long number = buffer.getLong(1);
    NavigableMap<Long, Integer> unfinished = new TreeMap<>();
    for (int at = BYTES_MIN; at < value.length(); at += UNFINISHED_BYTES) {
      unfinished.put(number - value.at(at), buffer.getInt(at + 1));
    }
    return new SourceMark(number, buffer.getLong(9), buffer.getLong(17), unfinished);
  }

  /** Encodes the value of a row, 26 to 351 bytes. */
  Bytes encode() {
    byte[] value = new byte[BYTES_MIN + UNFINISHED_BYTES * unfinished.size()];
    ByteBuffer buffer = ByteBuffer.wrap(value).put(VERSION);
    buffer.putLong(number).putLong(appendMicros).putLong(below).put((byte) unfinished.size());
    unfinished.forEach((other, events) -> buffer.put((byte) (number - other)).putInt(events));
    return Bytes.wrap(value);
  }

  /** Whether it is no longer known if a batch is stored. */
  boolean isBelowWindow(long other) {
    return number - other > WINDOW;
  }

  /** Whether a batch is known to be completely stored. */
  boolean has(long other) {
    long behind = number - other;
    return behind == 0
        ? !unfinished.containsKey(other)
        : behind > 0 && !isBelowWindow(other) && (below & bit(behind)) != 0;
  }

  /** How many events of an incomplete batch are stored. */
  int storedOf(long other) {
    return unfinished.getOrDefault(other, 0);
  }

  /**
   * The mark after {@code events} events of another batch are stored.
   *
   * @param whole whether these are all
   */
  SourceMark plus(long other, int events, boolean whole, long micros) {
    if (has(other) || isBelowWindow(other)) {
      return at(micros);
    }
    SourceMark moved = upTo(other, micros);
    NavigableMap<Long, Integer> parts = new TreeMap<>(moved.unfinished);
    long behind = moved.number - other;
    if (whole) {
      parts.remove(other);
    } else {
      parts.merge(other, events, Math::max);
    }
    long there = whole && behind > 0 ? moved.below | bit(behind) : moved.below;
    return new SourceMark(moved.number, moved.appendMicros, there, parts);
  }

  private SourceMark at(long micros) {
    return new SourceMark(number, Math.max(appendMicros, micros), below, unfinished);
  }

  /** With a highest number of at least {@code other}. */
  private SourceMark upTo(long other, long micros) {
    long by = other - number;
    if (by <= 0) {
      return at(micros);
    }
    long moved = by >= WINDOW ? 0 : below << by;
    boolean tells = by <= WINDOW && has(number);
    return new SourceMark(
        other,
        Math.max(appendMicros, micros),
        tells ? moved | bit(by) : moved,
        unfinished.tailMap(other - WINDOW, true));
  }

  private static long bit(long behind) {
    return 1L << (behind - 1);
  }
}
