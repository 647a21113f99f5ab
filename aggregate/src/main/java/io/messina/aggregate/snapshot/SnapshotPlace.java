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
 * <p>An implementation repeats a request by itself if a repeat can help, and gives up after a
 * bounded time with a {@link SnapshotException} whose message says the failed operation and its
 * place in one sentence.
 *
 * <p>Its {@code toString} names the place for people, as in {@code the folder /snapshots}.
 *
 * <p>Safe for use by many threads. A thread that is interrupted gets an exception soon.
 */
public interface SnapshotPlace extends AutoCloseable {

  /** The name of the object that says to which store a place belongs. */
  String MARK = "messina-snapshots";

  /**
   * Keeps an object. It is kept whole or not at all, also after a crash at any moment; once this
   * returns it stays. If it fails the object may be kept nevertheless, whole.
   *
   * @param name of the object; an existing one is replaced
   * @param file the content of the object
   * @throws SnapshotException if it is not known to be kept
   */
  void put(String name, Path file);

  /**
   * Copies an object into a file. If this fails, a part of the file may exist.
   *
   * @param name of the object
   * @param target is replaced if it exists; its folder must exist
   * @throws SnapshotException.Missing if the object does not exist
   * @throws SnapshotException if it cannot be read or written
   */
  void get(String name, Path target);

  /**
   * Lists the names of all objects that begin with a prefix. Objects that were put before the call
   * are among them; objects that are put or deleted during it may be. It may also list leftovers of
   * a put whose process ended: those names are good for {@link #delete} only.
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
   * Removes objects. Names without an object are passed over. If it fails some of them may be gone.
   *
   * @param names of the objects
   * @throws SnapshotException if not all of them are known to be gone
   */
  void delete(Collection<String> names);

  /** Closes connections and files. */
  @Override
  void close();
}
