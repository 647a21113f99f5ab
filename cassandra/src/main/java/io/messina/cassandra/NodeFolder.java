package io.messina.cassandra;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a node: {@code cassandra.yaml}, {@code logback.xml}, {@code cassandra.log}, {@code
 * data/}.
 */
record NodeFolder(Path path) {

  private static final String LOGBACK =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{0} %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private static final int LAST_LINES = 15;

  Path yaml() {
    return path.resolve("cassandra.yaml");
  }

  Path logback() {
    return path.resolve("logback.xml");
  }

  Path log() {
    return path.resolve("cassandra.log");
  }

  Path data() {
    return path.resolve("data");
  }

  void write(CassandraSettings settings) {
    try {
      Files.createDirectories(data());
      Files.writeString(yaml(), new CassandraYaml(settings, data()).text());
      Files.writeString(logback(), LOGBACK);
      if (Files.exists(log())) {
        Files.move(
            log(), path.resolve("cassandra.log.previous"), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.createFile(log());
    } catch (IOException e) {
      throw new CassandraException("The folder " + path + " cannot be written", e);
    }
  }

  String logText() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      return "";
    }
  }

  String lastLines() {
    List<String> lines = logText().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** Deletes all of it as far as possible; files that a node writes during this may remain. */
  static void delete(Path folder) {
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (IOException e) {
      return; // it does no harm
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
