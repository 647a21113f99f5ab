package io.messina.aggregate.snapshot;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Where snapshots are kept: names to bytes. Safe for use by many threads. */
public interface SnapshotPlace extends AutoCloseable {

  /**
   * Stores a file, as a whole or not at all. Overwriting is allowed, but never needed.
   *
   * @param name of the object
   * @param file what is stored
   */
  void put(String name, Path file);

  /**
   * Fetches an object.
   *
   * @param name of the object
   * @param target a file that is not there yet
   */
  void get(String name, Path target);

  /**
   * Lists objects.
   *
   * @param prefix with which their names begin
   * @return the names
   */
  List<String> list(String prefix);

  /**
   * Deletes objects.
   *
   * @param names of them; those that are not there are ignored
   */
  void delete(Collection<String> names);

  @Override
  void close();
}
