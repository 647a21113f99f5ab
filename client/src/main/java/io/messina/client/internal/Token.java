package io.messina.client.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The token of a client's requests. Safe for use by many threads. */
@FunctionalInterface
public interface Token {

  /** No token. */
  Token NONE = Optional::empty;

  /** The token of the next request. */
  Optional<String> next();

  /** Always the same. */
  static Token of(String text) {
    return () -> Optional.of(text);
  }

  /**
   * The first line of a file, which is read for each request: the file may be replaced by one with
   * another token.
   *
   * @throws IllegalArgumentException if the file cannot be read now
   */
  static Token in(Path file) {
    Token token = () -> Optional.of(firstLine(file));
    var unused = token.next();
    return token;
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "token file: " + file + " (expected: a text file to be read)", e);
    }
  }

  /**
   * The token of the environment: {@code MESSINA_TOKEN}, or the file {@code MESSINA_TOKEN_FILE}.
   */
  static Token ofEnvironment() {
    String text = System.getenv("MESSINA_TOKEN");
    String file = System.getenv("MESSINA_TOKEN_FILE");
    if (text != null && !text.isEmpty()) {
      return of(text);
    }
    return file == null || file.isEmpty() ? NONE : in(Path.of(file));
  }
}
