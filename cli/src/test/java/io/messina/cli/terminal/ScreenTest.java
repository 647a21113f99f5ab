package io.messina.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ScreenTest {

  private final StringWriter stdout = new StringWriter();

  @Test
  void a_terminal_shows_each_text_in_the_place_of_the_one_before() {
    show(true);
    assertThat(stdout.toString())
        .isEqualToNormalizingNewlines("\033[H\033[2Ja\n\033[H\033[2Jb\nc\n");
  }

  @Test
  void elsewhere_texts_are_blocks_between_empty_lines() {
    show(false);
    assertThat(stdout.toString()).isEqualToNormalizingNewlines("a\n\nb\nc\n");
  }

  private void show(boolean terminal) {
    Screen screen = new Screen(new PrintWriter(stdout), terminal);
    screen.show("a");
    screen.show("b\nc");
  }
}
