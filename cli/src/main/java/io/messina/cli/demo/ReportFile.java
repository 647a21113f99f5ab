package io.messina.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The file that {@code --json} names, if it does. */
final class ReportFile {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private final Optional<Path> path;

  private ReportFile(Optional<Path> path) {
    this.path = path;
  }

  static ReportFile none() {
    return new ReportFile(Optional.empty());
  }

  /** Refuses at once a file that could not be written after all the work. */
  static ReportFile at(Path path) {
    Path folder = path.toAbsolutePath().normalize().getParent();
    boolean writable =
        Files.exists(path)
            ? Files.isRegularFile(path) && Files.isWritable(path)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    if (!writable) {
      throw new IllegalArgumentException(
          path + " cannot be written: name a file in a folder that exists");
    }
    return new ReportFile(Optional.of(path));
  }

  /** One line. */
  static byte[] json(Object report) {
    return JSON.writeValueAsBytes(report);
  }

  void write(DemoReport report) {
    if (path.isPresent()) {
      try {
        Files.writeString(
            path.get(),
            JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report)
                + "\n");
      } catch (IOException e) {
        throw new UncheckedIOException(path.get() + " cannot be written: " + e.getMessage(), e);
      }
    }
  }
}
