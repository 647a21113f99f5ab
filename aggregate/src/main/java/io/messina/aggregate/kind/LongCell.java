package io.messina.aggregate.kind;

import io.messina.aggregate.state.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/** A count; 8 bytes, the highest first. */
final class LongCell {

  static final ValueType<LongCell> TYPE =
      new ValueType<>() {
        @Override
        public LongCell empty() {
          return new LongCell();
        }

        @Override
        public LongCell decode(Bytes bytes) {
          LongCell cell = new LongCell();
          cell.value = read(bytes);
          return cell;
        }

        @Override
        public Bytes encode(LongCell cell) {
          return write(cell.value);
        }

        @Override
        public int memoryBytes(LongCell cell) {
          return MEMORY_BYTES;
        }
      };

  private static final int MEMORY_BYTES = 24;

  long value;

  static long read(Bytes bytes) {
    return bytes.asByteBuffer().getLong();
  }

  static Bytes write(long value) {
    return Bytes.wrap(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }
}
