package io.messina.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"secret\nx", "s\u00e9cret", "\ufeffsecret", "a secret"})
  void a_text_that_can_be_no_token_is_refused_and_not_shown(String text) {
    assertThatThrownBy(() -> Token.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("token: other characters (expected: a token, of visible characters of ASCII)");
  }

  @Test
  void a_file_without_a_token_is_refused_by_its_name() throws IOException {
    Path file = folder.resolve("token");
    Files.write(file, new byte[0]);
    assertRefused(file, "empty");
    Files.writeString(file, "\ufeffsecret\n");
    assertRefused(file, "other characters");
    Files.write(file, "s\u00e9cret".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(file, "other characters");
  }

  private static void assertRefused(Path file, String found) {
    assertThatThrownBy(() -> Token.in(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "token file: %s: %s (expected: a token, of visible characters of ASCII)"
                .formatted(file, found));
  }

  @Test
  void a_file_may_be_replaced() throws IOException {
    Path file = folder.resolve("token");
    Files.writeString(file, "first\n");
    Token token = Token.in(file);
    Files.writeString(file, "second\n");
    assertThat(token.next()).contains("second");
  }
}
