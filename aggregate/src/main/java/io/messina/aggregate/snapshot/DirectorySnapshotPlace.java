package io.messina.aggregate.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Snapshots in a folder, such as one of a file server that all processes share. An object is
 * written to a file of another name, which is synced and then renamed; the file system must rename
 * at once and keep synced files. Where the file {@link #MARK} is not, reading and writing of
 * anything else fails, so that a folder whose file server is not mounted is not taken for an empty
 * one.
 */
public final class DirectorySnapshotPlace implements SnapshotPlace {

  /** Ends the names of files that are not whole yet. */
  private static final String PART = ".part";

  private final Path root;

  /**
   * A place.
   *
   * @param root made with its mark if it does not exist
   */
  public DirectorySnapshotPlace(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public void put(String name, Path file) {
    Path target = file(name);
    try {
      if (!name.equals(MARK) && !isMarked()) {
        throw new NoSuchFileException(root.resolve(MARK).toString());
      }
      Folders.create(folderOf(target));
      Path part = folderOf(target).resolve(target.getFileName() + PART);
      copy(file, part);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      Folders.sync(folderOf(target));
    } catch (IOException e) {
      throw failed(name, "cannot be written", e);
    }
  }

  private boolean isMarked() {
    return Files.exists(root.resolve(MARK));
  }

  private static void copy(Path file, Path part) throws IOException {
    try (FileChannel from = FileChannel.open(file);
        FileChannel to =
            FileChannel.open(
                part,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
      long size = from.size();
      for (long at = 0; at < size; ) {
        at += from.transferTo(at, size - at, to);
      }
      to.force(true);
    }
  }

  @Override
  public void get(String name, Path target) {
    Path file = file(name);
    try {
      copy(file, target);
    } catch (NoSuchFileException e) {
      throw name.equals(MARK) || isMissing(file)
          ? missing(name, e)
          : failed(name, "cannot be read", e);
    } catch (IOException e) {
      throw failed(name, "cannot be read", e);
    }
  }

  @Override
  public List<String> list(String prefix) {
    Path folder = file(prefix);
    List<String> names = new ArrayList<>();
    try {
      if (Files.isDirectory(folder)) {
        Files.walkFileTree(folder, new Listing(names));
      }
      return names;
    } catch (IOException e) {
      throw failed(prefix, "cannot be listed", e);
    }
  }

  @Override
  public List<String> folders() {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .filter(Files::isDirectory)
          .map(each -> root.relativize(each).toString())
          .toList();
    } catch (IOException e) {
      throw failed("the folders", "cannot be listed", e);
    }
  }

  private final class Listing extends SimpleFileVisitor<Path> {

    private final List<String> names;

    Listing(List<String> names) {
      this.names = names;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      names.add(root.relativize(file).toString().replace('\\', '/'));
      return FileVisitResult.CONTINUE;
    }

    /** Others delete at the same time. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }

  @Override
  public void delete(Collection<String> names) {
    Set<Path> folders = new HashSet<>();
    for (String name : names) {
      Path file = file(name);
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw failed(name, "cannot be deleted", e);
      }
      folders.add(folderOf(file));
    }
    for (Path folder : folders) {
      try {
        Folders.deleteEmpty(folder, root);
      } catch (IOException e) {
        throw failed(root.relativize(folder).toString(), "cannot be deleted", e);
      }
    }
  }

  private boolean isMissing(Path file) {
    return isMarked() && Files.notExists(file);
  }

  private Path file(String name) {
    Path file = root.resolve(name).normalize();
    if (!file.startsWith(root) || file.equals(root)) {
      throw new IllegalArgumentException(
          "name: %s (expected: a path below the place)".formatted(name));
    }
    return file;
  }

  private Path folderOf(Path file) {
    Path parent = file.getParent();
    return parent == null ? root : parent;
  }

  private SnapshotException failed(String name, String what, IOException cause) {
    return new SnapshotException(
        "%s %s in the folder %s: %s".formatted(name, what, root, cause), cause);
  }

  private SnapshotException.Missing missing(String name, Throwable cause) {
    return new SnapshotException.Missing("%s is not in the folder %s".formatted(name, root), cause);
  }

  @Override
  public String toString() {
    return "the folder " + root;
  }

  /** Holds nothing open. */
  @Override
  public void close() {}
}
