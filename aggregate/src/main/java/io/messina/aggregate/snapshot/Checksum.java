package io.messina.aggregate.snapshot;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.messina.store.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** XXH3 of 128 bits, high half first: finds bytes that broke on their way, not forged ones. */
final class Checksum {

  static final int LENGTH = 2 * Long.BYTES;

  private static final int BUFFER_BYTES = 1 << 16;

  private Checksum() {}

  static Bytes of(byte[] bytes, int length) {
    return bytes(Hashing.xxh3_128().hashStream().putBytes(bytes, 0, length).get());
  }

  static Bytes of(Path file) throws IOException {
    HashStream128 sum = Hashing.xxh3_128().hashStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream from = Files.newInputStream(file)) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        sum.putBytes(buffer, 0, read);
      }
    }
    return bytes(sum.get());
  }

  private static Bytes bytes(HashValue128 sum) {
    return Bytes.wrap(
        ByteBuffer.allocate(LENGTH)
            .putLong(sum.getMostSignificantBits())
            .putLong(sum.getLeastSignificantBits())
            .array());
  }
}
