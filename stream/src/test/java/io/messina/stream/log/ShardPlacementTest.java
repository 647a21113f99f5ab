package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.store.Bytes;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardPlacementTest {

  @Test
  void shards_are_equal_runs_of_the_ring_in_the_order_of_tokens() {
    ShardPlacement four = new ShardPlacement(4);
    assertThat(four.shardOf(Long.MIN_VALUE + 1)).isEqualTo(0);
    assertThat(four.shardOf(-(1L << 62) - 1)).isEqualTo(0);
    assertThat(four.shardOf(-(1L << 62))).isEqualTo(1);
    assertThat(four.shardOf(-1)).isEqualTo(1);
    assertThat(four.shardOf(0)).isEqualTo(2);
    assertThat(four.shardOf((1L << 62) - 1)).isEqualTo(2);
    assertThat(four.shardOf(1L << 62)).isEqualTo(3);
    assertThat(four.shardOf(Long.MAX_VALUE)).isEqualTo(3);
  }

  @Test
  void one_shard_has_all() {
    ShardPlacement one = new ShardPlacement(1);
    assertThat(one.shardOf(Long.MIN_VALUE)).isZero();
    assertThat(one.shardOf(Long.MAX_VALUE)).isZero();
  }

  /** ScyllaDB multiplies the token, taken as a fraction of the ring, by the number of shards. */
  @Property
  void a_shard_is_the_part_of_the_ring_that_its_number_says(
      @ForAll long token, @ForAll @IntRange(max = 12) int bits) {
    int shards = 1 << bits;
    assertThat(new ShardPlacement(shards).shardOf(token))
        .isEqualTo((int) Math.unsignedMultiplyHigh(token ^ Long.MIN_VALUE, shards));
  }

  @Property
  void a_key_is_placed_by_its_token(@ForAll @Size(max = 40) byte[] key) {
    Bytes bytes = Bytes.copyOf(key);
    ShardPlacement placement = new ShardPlacement(4096);
    assertThat(placement.shardOf(bytes)).isEqualTo(placement.shardOf(Murmur3.token(bytes)));
  }

  @Test
  void keys_alike_are_spread_evenly() {
    ShardPlacement sixteen = new ShardPlacement(16);
    int[] counts = new int[16];
    IntStream.range(0, 16_000).forEach(i -> counts[sixteen.shardOf(Bytes.utf8("user-" + i))]++);
    assertThat(Arrays.stream(counts)).allSatisfy(count -> assertThat(count).isBetween(850, 1150));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, 12, 4097, 8192, Integer.MIN_VALUE})
  void the_number_of_shards_is_a_power_of_two(int shards) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ShardPlacement(shards))
        .withMessage("shards: " + shards + " (expected: a power of two from 1 to 4096)");
  }
}
