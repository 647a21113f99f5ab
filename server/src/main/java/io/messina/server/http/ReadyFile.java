package io.messina.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that holds the base URL while the server is ready; it is never seen half-written. If that
 * fails the log says so, and the server goes on.
 */
final class ReadyFile {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyFile.class);

  private final Path file;

  ReadyFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  void write(String baseUrl) {
    try {
      Path folder = Objects.requireNonNull(file.getParent());
      Path written = Files.createTempFile(folder, file.getFileName() + ".", ".new");
      Files.writeString(written, baseUrl + "\n");
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.error(
          "ready-file: {} cannot be written, and the server is at {}: {}",
          file,
          baseUrl,
          e.toString());
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.error("ready-file: {} cannot be deleted: {}", file, e.toString());
    }
  }
}
