package io.messina.cli.demo;

import io.messina.server.config.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The folder of the demo's data; a temporary folder is removed when it is closed. */
final class DemoFolder implements DemoPlace {

  private final Path path;
  private final boolean temporary;

  private DemoFolder(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
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

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(Options.DATA.flag(), path.toString());
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }

  @Override
  public String line() {
    String fate = temporary ? "removed at the end" : "kept";
    return "Folder    " + path + " (" + fileSystem() + "), " + fate;
  }

  /** The type of the file system that the folder is or will be on, such as {@code ext4}. */
  private String fileSystem() {
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
    if (temporary && Files.exists(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : innermostFirst) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(path + " cannot be removed: " + e.getMessage(), e);
      }
    }
  }
}
