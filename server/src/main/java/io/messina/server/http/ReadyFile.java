package io.messina.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** A file that holds the base URL while the server is ready; it is never seen half-written. */
final class ReadyFile {

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
      throw new UncheckedIOException("ready-file: " + file + " cannot be written", e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("ready-file: " + file + " cannot be deleted", e);
    }
  }
}
