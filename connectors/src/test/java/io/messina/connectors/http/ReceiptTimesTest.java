package io.messina.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTimesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          1795776854;                      2026-11-27T10:54:14Z
          1795776854.908181;               2026-11-27T10:54:14.908181Z
          1795776854.5;                    2026-11-27T10:54:14.5Z
          1795776854908;                   2026-11-27T10:54:14.908Z
          1795776854908.25;                2026-11-27T10:54:14.908250Z
          2026-11-27T10:54:14Z;            2026-11-27T10:54:14Z
          2026-11-27T12:54:14.5+02:00;     2026-11-27T10:54:14.5Z
          2026-11-27T10:54:14+0000;        2026-11-27T10:54:14Z
          2026-11-27T16:24:14+0530;        2026-11-27T10:54:14Z
          2026-11-27 10:54:14 +0000;       2026-11-27T10:54:14Z
          2026-11-27 10:54:14Z;            2026-11-27T10:54:14Z
          Fri, 27 Nov 2026 10:54:14 GMT;   2026-11-27T10:54:14Z
          Fri, 27 Nov 2026 10:54:14 +0000; 2026-11-27T10:54:14Z
          """)
  void a_time_is_read_however_a_provider_writes_it(String text, Instant time) {
    assertThat(ReceiptTimes.read(text)).contains(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "2026-11-27T10:54:14", "1e9", "-1"})
  void what_is_no_moment_is_left_out(String text) {
    assertThat(ReceiptTimes.read(text)).isEmpty();
  }
}
