package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.api.KeyToken;
import io.messina.store.Bytes;
import io.messina.stream.ShardId;

/**
 * Selects the shard of a key: the top bits of its token. Tokens are signed, so their sign bit is
 * turned first; shard 0 then has the least tokens, from {@link Long#MIN_VALUE} on, the last shard
 * the greatest, and each an equal run of the ring:
 *
 * <pre>
 *   shards 4:   token  -2^63 … -2^62 … 0 … 2^62 … 2^63 - 1
 *   shard                   0        1   2        3
 * </pre>
 *
 * @param shards a power of two from 1 to 4096
 */
public record ShardPlacement(int shards) {

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is no power of two from 1 to 4096
   */
  public ShardPlacement {
    Checks.that(
        shards >= 1 && shards <= ShardId.NUMBER_MAX && Integer.bitCount(shards) == 1,
        "shards",
        shards,
        "a power of two from 1 to " + ShardId.NUMBER_MAX);
  }

  /** Returns the shard of a key, from 0 to {@code shards - 1}. */
  public int shardOf(Bytes key) {
    return shardOf(Murmur3.token(key));
  }

  /** Returns the shard of a key that is a part of an array. */
  public int shardOf(byte[] array, int from, int to) {
    return shardOf(Murmur3.token(array, from, to));
  }

  /** Returns the shard of a token, from 0 to {@code shards - 1}. */
  public int shardOf(long token) {
    return KeyToken.shard(token, shards);
  }
}
