package io.messina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final StringWriter stderr = new StringWriter();

  @Test
  void a_terminal_shows_each_percent_and_then_nothing() {
    advance(new Progress(Optional.of(new PrintWriter(stderr))), 1000);
    assertThat(stderr.toString().split("\r", -1)).hasSize(1 + 100 + 1);
    assertThat(stderr.toString())
        .contains("\rWriting  [####################                    ]  50 %\r")
        .endsWith("100 %\r\033[K");
  }

  @Test
  void what_is_no_terminal_stays_clean() {
    advance(Progress.onTerminal(new PrintWriter(stderr)), 1000);
    assertThat(stderr.toString()).isEmpty();
  }

  private static void advance(Progress progress, int total) {
    try (Progress.Step step = progress.begin("Writing", total)) {
      for (int i = 0; i < total; i++) {
        step.advance();
      }
    }
  }
}
