package io.messina.cli.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputFormatTest {

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.CSV", "a.csv.gz", "a.csv.zst", "A.CSV.ZST", "a.csv.zstd"})
  void what_is_called_csv_is_csv_however_it_is_packed(String name) {
    assertThat(InputFormat.ofName(name)).isEqualTo(InputFormat.CSV);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "-", "a.ndjson.zst", "a.csv.json", "csv", "a.zst"})
  void all_else_is_lines_of_json(String name) {
    assertThat(InputFormat.ofName(name)).isEqualTo(InputFormat.NDJSON);
  }
}
