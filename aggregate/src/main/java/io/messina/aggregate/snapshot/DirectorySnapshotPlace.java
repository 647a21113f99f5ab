package io.messina.aggregate.snapshot;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Snapshots in a folder, such as one of a file server that all processes share. */
public final class DirectorySnapshotPlace implements SnapshotPlace {

  private final Path root;

  /**
   * A place.
   *
   * @param root made with the first object if it is not there
   */
  public DirectorySnapshotPlace(Path root) {
    this.root = root;
  }

  @Override
  public void put(String name, Path file) {
    throw new UnsupportedOperationException(root + name);
  }

  @Override
  public void get(String name, Path target) {
    throw new UnsupportedOperationException(root + name);
  }

  @Override
  public List<String> list(String prefix) {
    throw new UnsupportedOperationException(root + prefix);
  }

  @Override
  public void delete(Collection<String> names) {
    throw new UnsupportedOperationException(root + names.toString());
  }

  @Override
  public void close() {}
}
