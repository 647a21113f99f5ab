package io.messina.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The number of the last acknowledged write, in a file of 8 bytes. It is written to memory that the
 * operating system keeps, without a sync: after a killed process it is exact, after a power failure
 * it is some seconds old.
 */
final class AcknowledgedNumber implements AutoCloseable {

  static final String FILE = "acknowledged";

  private final FileChannel channel;
  private final MappedByteBuffer memory;

  AcknowledgedNumber(Path folder) throws IOException {
    this.channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    if (channel.size() < Long.BYTES) {
      channel.write(ByteBuffer.allocate(Long.BYTES), 0);
    }
    this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
  }

  /** 0 if none is known. */
  long get() {
    return memory.getLong(0);
  }

  void set(long number) {
    memory.putLong(0, number);
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      try (channel) {
        memory.force();
      }
    }
  }
}
