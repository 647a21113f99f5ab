package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A place of which a shard asks nothing more once it ends, so that the end waits for one file at
 * most.
 *
 * @param place where snapshots are
 * @param ending whether the shard ends
 */
record EndingPlace(SnapshotPlace place, BooleanSupplier ending) implements SnapshotPlace {

  private void check() {
    if (ending.getAsBoolean()) {
      throw new SnapshotException("the shard is followed here no longer", null);
    }
  }

  @Override
  public void put(String name, Path file) {
    check();
    place.put(name, file);
  }

  @Override
  public void get(String name, Path target) {
    check();
    place.get(name, target);
  }

  @Override
  public List<String> list(String prefix) {
    check();
    return place.list(prefix);
  }

  @Override
  public List<String> folders() {
    check();
    return place.folders();
  }

  @Override
  public void delete(Collection<String> names) {
    check();
    place.delete(names);
  }

  /** It belongs to the process. */
  @Override
  public void close() {}
}
