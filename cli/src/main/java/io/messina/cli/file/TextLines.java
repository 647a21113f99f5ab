package io.messina.cli.file;

import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text; unlike the lines of a reader they are bounded. Empty ones are passed over.
 */
public final class TextLines {

  private static final int LINE_CHARS_MAX = 1 << 20;

  private final BufferedReader text;
  private long number;

  TextLines(BufferedReader text) {
    this.text = text;
  }

  /**
   * The next line that is not blank.
   *
   * @return without its end; null if there is none
   * @throws BadInputException if it is too long
   * @throws IOException if the file cannot be read
   */
  public @Nullable String next() throws IOException {
    String line = read();
    while (line != null && line.isBlank()) {
      line = read();
    }
    return line;
  }

  /**
   * Which one was read last.
   *
   * @return from 1
   */
  public long number() {
    return number;
  }

  private @Nullable String read() throws IOException {
    StringBuilder line = new StringBuilder();
    number++;
    for (int next = text.read(); next != '\n'; next = text.read()) {
      if (next < 0) {
        return line.isEmpty() ? null : line.toString();
      }
      if (line.length() == LINE_CHARS_MAX) {
        throw new BadInputException(
            "line " + number + ": too long (expected: at most " + LINE_CHARS_MAX + " characters)");
      }
      line.append((char) next);
    }
    return line.toString();
  }
}
