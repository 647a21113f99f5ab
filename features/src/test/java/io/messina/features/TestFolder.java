package io.messina.features;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new folder for tests that jqwik makes, which knows no {@code @TempDir}; deleted when it is
 * closed.
 *
 * @param path where it is
 */
public record TestFolder(Path path) implements AutoCloseable {

  /** Makes one, empty. */
  public static TestFolder create() {
    try {
      return new TestFolder(Files.createTempDirectory("messina-features-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : innermostFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
