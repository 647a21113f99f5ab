package io.messina.messaging.usage;

import io.messina.aggregate.state.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * How many messages there are, and how many parts of them:
 *
 * <pre>
 *   | messages, 8 bytes | parts, 8 bytes |
 * </pre>
 */
final class Tally {

  static final ValueType<Tally> TYPE =
      new ValueType<>() {
        @Override
        public Tally empty() {
          return new Tally();
        }

        @Override
        public Tally decode(Bytes bytes) {
          return read(bytes);
        }

        @Override
        public Bytes encode(Tally tally) {
          return tally.write();
        }

        @Override
        public int memoryBytes(Tally tally) {
          return MEMORY_BYTES;
        }
      };

  private static final int MEMORY_BYTES = 32;

  private long messages;
  private long parts;

  static Tally read(Bytes bytes) {
    ByteBuffer buffer = bytes.asByteBuffer();
    Tally tally = new Tally();
    tally.add(buffer.getLong(), buffer.getLong());
    return tally;
  }

  Bytes write() {
    return Bytes.wrap(ByteBuffer.allocate(2 * Long.BYTES).putLong(messages).putLong(parts).array());
  }

  void add(long more, long ofParts) {
    messages = Math.addExact(messages, more);
    parts = Math.addExact(parts, ofParts);
  }

  void add(Tally other) {
    add(other.messages, other.parts);
  }

  long messages() {
    return messages;
  }

  long parts() {
    return parts;
  }
}
