package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.runtime.definition.StoreIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A place of snapshots that belongs to one store: an object {@code messina-snapshots} marks it with
 * the store's id, and without it nothing is read, written, or removed. So a prefix with a slip of
 * the pen, or a file server that is not mounted, is not taken for a place that has lost all. The
 * store's first snapshot makes the mark, once; where the mark of a place is empty or missing, as it
 * was before there were ids, a store makes it if it has snapshots or aggregates in it.
 *
 * @param place where snapshots are
 * @param store whose they are
 * @param isOurs whether a folder of the place is that of an aggregate of the store
 */
record OwnedPlace(SnapshotPlace place, StoreIdentity store, Predicate<String> isOurs) {

  /** In the store, once there is a mark. */
  private static final String MARKED = "snapshots";

  /** A longer text is no id. */
  private static final int MARK_BYTES = 100;

  /**
   * Makes sure that the place belongs to the store, before a shard uses it.
   *
   * @param prefix of the shard's objects
   * @param note of the last commit of the shard; may be empty
   * @throws SnapshotException if it does not, or that cannot be known now
   */
  void check(String prefix, String note) {
    if (!isMarked() && !isAdopted(prefix, note)) {
      throw new SnapshotException(
          "snapshots: %s has no mark %s of this store, so it is another place, or is not mounted; to begin there nevertheless, put a file of that name there that holds %s"
              .formatted(place, SnapshotPlace.MARK, store.id()),
          null);
    }
  }

  /**
   * Whether the place has the store's mark.
   *
   * @throws SnapshotException if it has that of another store, or cannot be read now
   */
  boolean isMarked() {
    String mark = read().orElse("");
    if (mark.equals(store.id())) {
      store.note(MARKED);
      return true;
    }
    if (!mark.isEmpty()) {
      throw new SnapshotException(
          "snapshots: %s belongs to the store %s (expected: a place of this store, %s); nothing in it is read or removed, choose another folder or prefix"
              .formatted(place, mark, store.id()),
          null);
    }
    return false;
  }

  private boolean isAdopted(String prefix, String note) {
    List<String> named = ShardSnapshots.objects(prefix, note);
    boolean isOur =
        named.isEmpty() ? isNew() : place.list(prefix + "/").stream().anyMatch(named::contains);
    if (isOur) {
      mark();
    }
    return isOur && isMarked();
  }

  /** It is empty, or its content is ours. */
  private boolean isNew() {
    if (store.isNoted(MARKED)) {
      return false;
    }
    List<String> there = place.folders();
    return there.isEmpty() || there.stream().anyMatch(isOurs);
  }

  private void mark() {
    var _ =
        withFile(
            file -> {
              var _ = Files.writeString(file, store.id());
              place.put(SnapshotPlace.MARK, file);
              return true;
            });
  }

  private Optional<String> read() {
    return withFile(
        file -> {
          try {
            place.get(SnapshotPlace.MARK, file);
          } catch (SnapshotException.Missing _) {
            return Optional.empty();
          }
          return Optional.of(
              Files.size(file) > MARK_BYTES
                  ? "?"
                  : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip());
        });
  }

  private interface Use<T> {
    T of(Path file) throws IOException;
  }

  private static <T> T withFile(Use<T> use) {
    try {
      Path file = Files.createTempFile("messina-mark", null);
      try {
        return use.of(file);
      } finally {
        var _ = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new SnapshotException("the mark of snapshots cannot be read or written here: " + e, e);
    }
  }

  /**
   * Removes the snapshots of aggregates that are over.
   *
   * @param isOver whether the folder of an aggregate is that of one that is over
   * @throws SnapshotException if not all could be removed
   */
  void removeOver(Predicate<String> isOver) {
    if (store.isNoted(MARKED) && isMarked()) {
      for (String name : place.folders()) {
        if (isOver.test(name)) {
          place.delete(place.list(name + "/"));
        }
      }
    }
  }
}
