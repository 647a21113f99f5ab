package io.messina.server.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Files that hold a secret in their first line. */
public final class SecretFile {

  /** Some editors put it before a text, where it is not seen. */
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private SecretFile() {}

  /**
   * Reads the secret of an option.
   *
   * @return empty if the option is not given
   * @throws ConfigurationException if the file cannot be read
   */
  public static Optional<String> firstLine(Configuration configuration, Option<Path> option) {
    return configuration.find(option).map(file -> firstLine(option, file));
  }

  private static String firstLine(Option<Path> option, Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return checked(option, file, lines.findFirst().orElse(""));
    } catch (IOException | UncheckedIOException e) {
      throw new ConfigurationException(
          option.name() + ": " + file + " (expected: a text file to be read)");
    }
  }

  private static String checked(Option<Path> option, Path file, String line) {
    if (line.startsWith(BYTE_ORDER_MARK)) {
      throw new ConfigurationException(
          option.name() + ": " + file + " (expected: a text without a byte order mark)");
    }
    return line;
  }
}
