package io.messina.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private static final long SECOND = 1_000_000_000;

  private final StringWriter stderr = new StringWriter();
  private long nanos;

  @Test
  void a_terminal_shows_a_bar_with_rate_and_time_left_and_then_nothing() {
    advance(true, OptionalLong.of(1000));
    assertThat(stderr.toString())
        .contains("Loading    [###############               ]  50 %  100/s  5 s left")
        .endsWith("100 %  100/s  0 s left\r\033[K");
  }

  @Test
  void elsewhere_there_is_a_plain_line_now_and_then() {
    advance(false, OptionalLong.of(1000));
    assertThat(stderr.toString())
        .isEqualToNormalizingNewlines(
            """
            Loading: 500 of 1,000 (50 %), 100/s, 5 s left
            Loading: 1,000 of 1,000 (100 %), 100/s, 0 s left
            """);
  }

  @Test
  void what_has_no_known_end_shows_count_and_rate() {
    advance(false, OptionalLong.empty());
    assertThat(stderr.toString())
        .isEqualToNormalizingNewlines("Loading: 500, 100/s\nLoading: 1,000, 100/s\n");
  }

  private void advance(boolean terminal, OptionalLong total) {
    Progress progress = new Progress(new PrintWriter(stderr), terminal, () -> nanos);
    try (Progress.Step step = progress.begin("Loading", total)) {
      for (int i = 0; i < 10; i++) {
        nanos += SECOND;
        step.advance(100);
      }
    }
  }
}
