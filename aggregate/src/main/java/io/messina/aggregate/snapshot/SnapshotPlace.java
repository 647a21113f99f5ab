package io.messina.aggregate.snapshot;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * The place of snapshots: objects by name, such as a folder or a bucket. An object is written once
 * and never changed. Many processes share a place, and none of them is alone when it lists.
 *
 * <p>Names are of the form {@code folder/folder/file}, without empty parts, {@code .} and {@code
 * ..}, of {@code a-z A-Z 0-9 . _ ~ -} in their parts, up to 900 characters.
 *
 * <p>An implementation repeats calls by itself where that helps, and gives up after a bounded time
 * with a {@link SnapshotException} whose message names in one sentence the action that failed and
 * its place.
 *
 * <p>Its {@code toString} names the place for people, as in {@code the folder /snapshots}.
 *
 * <p>Safe for use by many threads. A thread that is interrupted gets an exception soon.
 */
public interface SnapshotPlace extends AutoCloseable {

  /** The name of the object that says to which store a place belongs. */
  String MARK = "messina-snapshots";

  /**
   * Keeps an object. It exists whole or not at all, also after a crash at any moment; once this
   * returns it stays. If it fails the object may exist nevertheless, whole.
   *
   * @param name of the object; one that is there is replaced
   * @param file the content of the object
   * @throws SnapshotException if it is not known to be kept
   */
  void put(String name, Path file);

  /**
   * Copies an object into a file. The file may exist in part if this fails.
   *
   * @param target is replaced if it exists; its folder must exist
   * @throws SnapshotException.Missing if the object does not exist
   * @throws SnapshotException if it cannot be read or written
   */
  void get(String name, Path target);

  /**
   * The names of all objects that begin with a prefix. Objects that were put before the call are
   * among them; objects that are put or deleted during the call may be. There may also be names of
   * parts that a put left behind when its process ended: they are good for {@link #delete} only.
   *
   * @param prefix with which they begin, ends in {@code /}
   * @return in any order
   * @throws SnapshotException if not all can be listed
   */
  List<String> list(String prefix);

  /**
   * The first parts of the names of all objects that have several.
   *
   * @return in any order, each once
   * @throws SnapshotException if not all can be listed
   */
  List<String> folders();

  /**
   * Removes objects. Missing ones are passed over. If it fails some of them may be gone.
   *
   * @throws SnapshotException if not all of them are known to be gone
   */
  void delete(Collection<String> names);

  /** Closes the connections of this place. */
  @Override
  void close();
}
