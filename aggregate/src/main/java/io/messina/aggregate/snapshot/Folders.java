package io.messina.aggregate.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Folders that are made durably, listed and removed. */
final class Folders {

  private Folders() {}

  /** Removes a folder with all that is in it, if it exists. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      Files.walkFileTree(folder, new Deletion());
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }

  /** The files of a folder, in the order of their names. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Makes a folder and those above it, so that they exist after a crash. */
  static void create(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent == null || Files.isDirectory(absolute)) {
      return;
    }
    create(parent);
    Files.createDirectories(absolute);
    sync(parent);
  }

  /** Entries that were made, renamed or removed in a folder stay so after a crash. */
  static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** The bytes of a file stay after a crash. */
  static void syncFile(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Removes folders that hold nothing, from a folder up to a root that stays. */
  static void deleteEmpty(Path folder, Path root) throws IOException {
    for (Path at = folder;
        at != null && !at.equals(root) && at.startsWith(root);
        at = at.getParent()) {
      if (Files.isDirectory(at) && !isEmpty(at)) {
        return;
      }
      try {
        Files.deleteIfExists(at);
      } catch (DirectoryNotEmptyException | NoSuchFileException _) {
        return;
      }
    }
  }

  static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }
}
