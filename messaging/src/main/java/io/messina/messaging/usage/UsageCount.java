package io.messina.messaging.usage;

import io.messina.aggregate.state.ValueType;
import io.messina.store.Bytes;
import java.nio.ByteBuffer;

/**
 * A number of messages and of their parts:
 *
 * <pre>
 *   | messages, 8 bytes | parts, 8 bytes |
 * </pre>
 */
final class UsageCount {

  static final ValueType<UsageCount> TYPE =
      new ValueType<>() {
        @Override
        public UsageCount empty() {
          return new UsageCount();
        }

        @Override
        public UsageCount decode(Bytes bytes) {
          return read(bytes);
        }

        @Override
        public Bytes encode(UsageCount tally) {
          return tally.write();
        }

        @Override
        public int memoryBytes(UsageCount tally) {
          return MEMORY_BYTES;
        }
      };

  private static final int MEMORY_BYTES = 32;

  private long messages;
  private long parts;

  static UsageCount read(Bytes bytes) {
    ByteBuffer buffer = bytes.asByteBuffer();
    UsageCount tally = new UsageCount();
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

  void add(UsageCount other) {
    add(other.messages, other.parts);
  }

  long messages() {
    return messages;
  }

  long parts() {
    return parts;
  }
}
