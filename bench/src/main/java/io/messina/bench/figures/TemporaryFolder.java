package io.messina.bench.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new folder under the JVM's temporary one, deleted with all that is in it when it is closed.
 *
 * @param path where it is
 */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /**
   * Makes one.
   *
   * @return empty
   * @throws IOException if there is no room
   */
  public static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("messina-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : innermostFirst) {
        Files.delete(file);
      }
    }
  }
}
