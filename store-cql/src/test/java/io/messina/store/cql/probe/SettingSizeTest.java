package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingSizeTest {

  @ParameterizedTest
  @CsvSource({
    "commitlog_segment_size, 32MiB, 33554432",
    "commitlog_segment_size, 50KiB, 51200",
    "commitlog_segment_size, 17B, 17",
    "commitlog_segment_size, 1GiB, 1073741824",
    "commitlog_segment_size_in_mb, 32, 33554432",
    "commitlog_segment_size_in_kib, 64, 65536",
  })
  void sizes_are_read_in_all_forms(String name, String value, long bytes) {
    assertThat(SettingSize.of(Map.of(name, value), "commitlog_segment_size")).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({"null", "''", "none", "-1", "12 parsecs"})
  void what_is_not_a_size_is_not_set(String value) {
    assertThat(SettingSize.of(Map.of("a", value), "a")).isEmpty();
  }
}
