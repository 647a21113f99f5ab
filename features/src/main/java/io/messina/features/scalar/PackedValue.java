package io.messina.features.scalar;

import io.messina.features.FeatureValue;
import io.messina.features.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A value with its event time in one column, as columns of one row could come from two writes.
 *
 * <pre>
 *   | version 1 | 0 deleted, 1 value | event time, microseconds | value packed by its type |
 *   | 1 byte    | 1 byte             | 8 bytes                  |                          |
 * </pre>
 *
 * @param timeMicros the event time
 * @param value the packed value, or empty where it was deleted at that time
 */
record PackedValue(long timeMicros, Optional<Bytes> value) {

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 2 + Long.BYTES;

  Bytes pack() {
    int length = value.map(Bytes::length).orElse(0);
    ByteBuffer packed = ByteBuffer.allocate(HEADER_BYTES + length);
    packed.put(VERSION).put((byte) (value.isPresent() ? 1 : 0)).putLong(timeMicros);
    value.ifPresent(bytes -> packed.put(bytes.asByteBuffer()));
    return Bytes.wrap(packed.array());
  }

  static PackedValue read(Bytes packed) {
    ByteBuffer buffer = packed.asByteBuffer();
    if (buffer.remaining() < HEADER_BYTES || buffer.get() != VERSION) {
      throw new IllegalStateException(
          "value: " + packed + " (expected: one that this version of Messina can read)");
    }
    boolean present = buffer.get() != 0;
    long timeMicros = buffer.getLong();
    byte[] value = new byte[buffer.remaining()];
    buffer.get(value);
    return new PackedValue(timeMicros, present ? Optional.of(Bytes.wrap(value)) : Optional.empty());
  }

  Optional<FeatureValue> typed(ValueType type) {
    return value.map(bytes -> new FeatureValue(type, bytes));
  }
}
