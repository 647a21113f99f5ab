package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RocksTuningTest {

  @ParameterizedTest
  @CsvSource({"1, 0", "16, 0", "31, 0", "32, 1", "64, 2", "100, 2", "1024, 6", "8192, 6"})
  void a_shard_of_the_cache_has_room_for_indexes_and_filters(long cacheMib, int shardBits) {
    assertThat(RocksTuning.shardBits(cacheMib << 20)).isEqualTo(shardBits);
  }
}
