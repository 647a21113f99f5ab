package io.messina.cli.file;

import io.messina.client.event.Payload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** JSON, a value per line. */
record JsonRecords(TextLines lines) implements Records {

  @Override
  public @Nullable FileEntry next() throws IOException {
    String line = lines.next();
    return line == null ? null : new FileEntry(lines.number(), payload(line));
  }

  private Payload payload(String json) {
    try {
      return Payload.json(json);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("line " + lines.number() + ": " + e.getMessage());
    }
  }
}
