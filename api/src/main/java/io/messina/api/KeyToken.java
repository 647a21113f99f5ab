package io.messina.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The token of Cassandra's and ScyllaDB's {@code Murmur3Partitioner}: the first half of
 * MurmurHash3, 128 bits for x64, seed 0 (A. Appleby, public domain). It is Cassandra's variant,
 * which takes the bytes of the last incomplete block as signed, so it differs from the textbook if
 * one of them is 0x80 or above.
 */
public final class KeyToken {

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK_BYTES = 16;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private KeyToken() {}

  /**
   * Returns the token of a key.
   *
   * @param array has the key, in its stored form
   * @param from where the key begins
   * @param to where it ends
   * @return any long except {@link Long#MIN_VALUE}, which Cassandra uses as the end of its ring
   */
  public static long of(byte[] array, int from, int to) {
    long hash = hash(array, from, to);
    return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
  }

  /**
   * Returns the shard of a token: its top bits, where the sign bit is turned, since tokens are
   * signed.
   *
   * @param shards a power of two from 1
   * @return from 0 to {@code shards - 1}
   */
  public static int shard(long token, int shards) {
    int unusedBits = Long.SIZE - Integer.numberOfTrailingZeros(shards);
    // A shift by all 64 bits would not shift at all.
    return shards == 1 ? 0 : (int) ((token ^ Long.MIN_VALUE) >>> unusedBits);
  }

  private static long hash(byte[] key, int from, int to) {
    int length = to - from;
    int tail = from + length / BLOCK_BYTES * BLOCK_BYTES;
    long h1 = 0;
    long h2 = 0;
    for (int at = from; at < tail; at += BLOCK_BYTES) {
      h1 ^= mixed1((long) LONG.get(key, at));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mixed2((long) LONG.get(key, at + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h1 ^= mixed1(signedTail(key, tail, Math.min(to, tail + Long.BYTES)));
    h2 ^= mixed2(signedTail(key, tail + Long.BYTES, to));
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    return finished(h1) + finished(h2);
  }

  /**
   * The bytes of one half of the last block as a number; a negative byte flips all bits above it.
   */
  private static long signedTail(byte[] key, int from, int to) {
    long value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = value << Byte.SIZE ^ key[i];
    }
    return value;
  }

  private static long mixed1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mixed2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finished(long h) {
    long x = h;
    x ^= x >>> 33;
    x *= 0xff51afd7ed558ccdL;
    x ^= x >>> 33;
    x *= 0xc4ceb9fe1a85ec53L;
    return x ^ x >>> 33;
  }
}
