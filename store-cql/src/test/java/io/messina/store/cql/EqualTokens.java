package io.messina.store.cql;

import io.messina.store.Bytes;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Keys of 32 bytes that all have the same token. Murmur3 mixes block by block what can be undone:
 * whatever the first block is, there is a second one after which the state is the same.
 */
final class EqualTokens {

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final long ADDED_1 = 0x52dce729L;
  private static final BigInteger WORDS = BigInteger.ONE.shiftLeft(Long.SIZE);

  private EqualTokens() {}

  /** Different keys with one token. */
  static List<Bytes> keys(int count) {
    return LongStream.rangeClosed(1, count).mapToObj(EqualTokens::key).toList();
  }

  private static Bytes key(long first) {
    long h1 = Long.rotateLeft(mixed1(first), 27) * 5 + ADDED_1;
    long h2 = (Long.rotateLeft(mixed2(first), 31) + h1) * 5 + 0x38495ab5L;
    // what is added to both halves of the state is to be the same for all keys
    long second1 = unmixed1(Long.rotateRight(-h2, 27) ^ h1);
    long second2 = unmixed2(Long.rotateRight(-ADDED_1, 31) ^ h2);
    return Bytes.wrap(
        ByteBuffer.allocate(4 * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(first)
            .putLong(first)
            .putLong(second1)
            .putLong(second2)
            .array());
  }

  private static long mixed1(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  private static long mixed2(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  private static long unmixed1(long mixed) {
    return Long.rotateRight(mixed * inverse(C2), 31) * inverse(C1);
  }

  private static long unmixed2(long mixed) {
    return Long.rotateRight(mixed * inverse(C1), 33) * inverse(C2);
  }

  private static long inverse(long factor) {
    return BigInteger.valueOf(factor).modInverse(WORDS).longValue();
  }
}
