package io.messina.cli.demo;

import io.messina.cli.file.OutputFile;
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

  private final Optional<OutputFile> file;

  private ReportFile(Optional<OutputFile> file) {
    this.file = file;
  }

  static ReportFile none() {
    return new ReportFile(Optional.empty());
  }

  /** Refuses at once a file that could not be written after all the work. */
  static ReportFile at(Path path) {
    return new ReportFile(Optional.of(OutputFile.at(path)));
  }

  /** One line. */
  static byte[] json(Object report) {
    return JSON.writeValueAsBytes(report);
  }

  void write(DemoReport report) {
    file.ifPresent(it -> it.write(text -> text.append(pretty(report)).append('\n')));
  }

  private static String pretty(DemoReport report) {
    return JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report);
  }
}
