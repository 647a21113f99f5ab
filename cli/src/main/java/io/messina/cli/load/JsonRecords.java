package io.messina.cli.load;

import io.messina.client.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** JSON, a value per line. Empty lines are passed over. */
final class JsonRecords implements Records {

  private static final int LINE_CHARS_MAX = 1 << 20;

  private final BufferedReader text;
  private long line;

  JsonRecords(BufferedReader text) {
    this.text = text;
  }

  @Override
  public @Nullable Entry next() throws IOException {
    String read = readLine();
    while (read != null && read.isBlank()) {
      read = readLine();
    }
    return read == null ? null : new Entry(line, payload(read));
  }

  private String place() {
    return "line " + line;
  }

  private Payload payload(String json) {
    try {
      return Payload.json(json);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(place() + ": " + e.getMessage());
    }
  }

  /** Bounded, unlike that of the reader. */
  private @Nullable String readLine() throws IOException {
    StringBuilder read = new StringBuilder();
    line++;
    for (int next = text.read(); next != '\n'; next = text.read()) {
      if (next < 0) {
        return read.isEmpty() ? null : read.toString();
      }
      if (read.length() == LINE_CHARS_MAX) {
        throw new BadInputException(
            place() + ": too long (expected: at most " + LINE_CHARS_MAX + " characters)");
      }
      read.append((char) next);
    }
    return read.toString();
  }
}
