package io.messina.cli.features;

import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ids of entities, one after the other. */
@FunctionalInterface
interface EntityIds {

  /**
   * The next one.
   *
   * @return null at the end
   */
  @Nullable String next() throws IOException;

  static EntityIds of(List<String> ids) {
    Iterator<String> left = ids.iterator();
    return () -> left.hasNext() ? left.next() : null;
  }

  /** The lines of a file, which is open. */
  static EntityIds of(TextLines lines) {
    return () -> {
      String line = lines.next();
      return line == null ? null : checked(line, lines.number());
    };
  }

  /** Counts the entities of a file by reading all of it. */
  static long count(InputFile file) throws IOException {
    try (InputStream bytes = file.open()) {
      EntityIds ids = of(file.lines(bytes));
      long count = 0;
      while (ids.next() != null) {
        count++;
      }
      return count;
    }
  }

  /**
   * Checks the ids that the user typed.
   *
   * @throws WireException if one is no id of an entity
   */
  static void check(List<String> ids) {
    for (String id : ids) {
      var _ = new EntityId(id);
    }
  }

  private static String checked(String line, long number) {
    String id = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    try {
      return new EntityId(id).text();
    } catch (WireException e) {
      throw new BadInputException("line " + number + ": " + e.getMessage());
    }
  }
}
