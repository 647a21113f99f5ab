package io.messina.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Where the demo keeps its data; a temporary folder goes when it is closed or interrupted. */
final class DemoFolder implements AutoCloseable {

  private static final int ATTEMPTS = 20;
  private static final long PAUSE_NANOS = 50_000_000;

  private final Path path;
  private final boolean temporary;
  private final Thread atExit = new Thread(this::deleteWhileInUse, "demo-folder");

  private DemoFolder(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
    if (temporary) {
      Runtime.getRuntime().addShutdownHook(atExit);
    }
  }

  static DemoFolder temporary() {
    try {
      return new DemoFolder(Files.createTempDirectory("messina-demo-"), true);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no temporary folder can be made, name one with --data: " + e.getMessage(), e);
    }
  }

  static DemoFolder at(Path path) {
    return new DemoFolder(path, false);
  }

  Path path() {
    return path;
  }

  boolean isTemporary() {
    return temporary;
  }

  /** The type of the file system that the folder is or will be on, such as {@code ext4}. */
  String fileSystem() {
    Path existing = path.toAbsolutePath().normalize();
    for (Path next = existing; next != null && !Files.exists(existing); next = next.getParent()) {
      existing = next;
    }
    try {
      return Files.getFileStore(existing).type();
    } catch (IOException e) {
      return "unknown file system";
    }
  }

  @Override
  public void close() {
    if (temporary) {
      try {
        delete();
      } catch (IOException e) {
        throw new UncheckedIOException(path + " cannot be removed: " + e.getMessage(), e);
      }
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }

  /** The store may still be making files while the process ends. */
  private void deleteWhileInUse() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        delete();
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void delete() throws IOException {
    if (Files.exists(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : innermostFirst) {
          Files.deleteIfExists(file);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }
}
