package io.messina.client.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /**
   * Always the same.
   *
   * @throws IllegalArgumentException if it can be no token
   */
  static Token of(String text) {
    return of("token", text);
  }

  private static Token of(String source, String text) {
    Optional<String> token = Optional.of(checked(source, text));
    return () -> token;
  }

  /**
   * The first line of a file, which is read for each request: the file may be replaced by one with
   * another token.
   *
   * @throws IllegalArgumentException if the file cannot be read now, or has no token
   */
  static Token in(Path file) {
    Token token = () -> Optional.of(firstLine(file));
    var unused = token.next();
    return token;
  }

  private static String firstLine(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String line =
          new String(bytes, StandardCharsets.UTF_8).lines().findFirst().orElse("").strip();
      return checked("token file: " + file, line);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "token file: " + file + " (expected: a text file to be read)", e);
    }
  }

  /** A token goes into a header, whose errors would show it. */
  private static String checked(String source, String token) {
    if (!token.matches("[!-~]+")) {
      throw new IllegalArgumentException(
          "%s: %s (expected: a token, of visible characters of ASCII)"
              .formatted(source, token.isEmpty() ? "empty" : "other characters"));
    }
    return token;
  }

  /**
   * The token of the environment: {@code MESSINA_TOKEN}, or the file {@code MESSINA_TOKEN_FILE}.
   */
  static Token ofEnvironment() {
    String text = System.getenv("MESSINA_TOKEN");
    String file = System.getenv("MESSINA_TOKEN_FILE");
    if (text != null && !text.isEmpty()) {
      return of("MESSINA_TOKEN", text);
    }
    return file == null || file.isEmpty() ? NONE : in(Path.of(file));
  }
}
