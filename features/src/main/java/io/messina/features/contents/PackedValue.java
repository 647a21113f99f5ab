package io.messina.features.contents;

import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A value with its event time in the one column of its row. Of two values with one write timestamp,
 * which means one microsecond, stores keep the one with the larger bytes. So the bytes begin with
 * the parts that decide: the later event time, then the later arrival, then deletions before
 * values, then any value, the same for all. The version comes after the parts that must decide in
 * all versions.
 *
 * <pre>
 *   | event time, nanoseconds | arrival, microseconds | version 1 | 0 value, 1 deleted | packed value |
 *   | 8 bytes                 | 8 bytes               | 1 byte    | 1 byte             |              |
 * </pre>
 *
 * @param time the event time, from 1970 to 2262
 * @param arrivalMicros when it came, since 1970, from 0; the same however often it comes from a
 *     stream
 * @param value the packed value, or empty if it was deleted at that time
 */
record PackedValue(Instant time, long arrivalMicros, Optional<Bytes> value) {

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 2 * Long.BYTES + 2;
  private static final long SECOND_NANOS = 1_000_000_000;

  PackedValue {
    if (time.isBefore(Instant.EPOCH) || arrivalMicros < 0) {
      throw new IllegalArgumentException(
          "value: of " + time + ", arrived at " + arrivalMicros + " (expected: both from 1970)");
    }
  }

  Bytes pack() {
    int length = value.map(Bytes::length).orElse(0);
    ByteBuffer packed = ByteBuffer.allocate(HEADER_BYTES + length);
    packed.putLong(ChronoUnit.NANOS.between(Instant.EPOCH, time)).putLong(arrivalMicros);
    packed.put(VERSION).put((byte) (value.isPresent() ? 0 : 1));
    value.ifPresent(bytes -> packed.put(bytes.asByteBuffer()));
    return Bytes.wrap(packed.array());
  }

  static PackedValue read(Bytes packed) {
    ByteBuffer buffer = packed.asByteBuffer();
    if (buffer.remaining() < HEADER_BYTES) {
      throw new IllegalStateException(
          "value: %s (expected: at least %d bytes)".formatted(packed, HEADER_BYTES));
    }
    if (buffer.get(2 * Long.BYTES) != VERSION) {
      throw new IllegalStateException(
          "value: version %d (expected: %d)".formatted(buffer.get(2 * Long.BYTES), VERSION));
    }
    long nanos = buffer.getLong();
    long arrivalMicros = buffer.getLong();
    boolean deleted = buffer.position(buffer.position() + 1).get() != 0;
    byte[] value = new byte[buffer.remaining()];
    buffer.get(value);
    return new PackedValue(
        Instant.ofEpochSecond(nanos / SECOND_NANOS, nanos % SECOND_NANOS),
        arrivalMicros,
        deleted ? Optional.empty() : Optional.of(Bytes.wrap(value)));
  }
}
