package io.messina.aggregate.node;

import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.StoreIdentity;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The folder of states and the place of snapshots of a process, once they are known to belong to
 * its store. A file {@code messina-state} marks the folder with the store's id. One without it
 * belongs to the store that has the aggregate of a state in it, or, if it is empty, to the first
 * store that uses it.
 *
 * @param store whose they are
 * @param place of snapshots, which is looked at again before each use
 */
record OwnedState(StoreIdentity store, Optional<OwnedPlace> place) {

  /** In the folder of states. */
  static final String MARK = "messina-state";

  /**
   * Makes sure that the folder is the store's, which marks it.
   *
   * @param context has the store
   * @param streams on the store
   * @throws ForeignStateException if it is not
   * @throws RequestException.Unavailable if the store does not answer
   */
  static OwnedState claim(Context context, Streams streams, StateSettings settings) {
    StoreIdentity store = StoreIdentity.of(context);
    Predicate<String> isOurs = name -> names(streams).contains(name);
    claim(settings.folder(), store.id(), isOurs);
    return new OwnedState(
        store, settings.snapshots().map(place -> new OwnedPlace(place, store, isOurs)));
  }

  /**
   * Makes sure that a folder is not marked by another store.
   *
   * @throws ForeignStateException if it is
   */
  static void check(Context context, StateSettings settings) {
    mark(settings.folder())
        .ifPresent(mark -> check(settings.folder(), mark, StoreIdentity.of(context).id()));
  }

  private static void claim(Path folder, String id, Predicate<String> isOurs) {
    Optional<String> mark = mark(folder);
    if (mark.isPresent()) {
      check(folder, mark.get(), id);
      return;
    }
    Set<String> there = StateFolders.aggregates(folder);
    if (!there.isEmpty() && there.stream().noneMatch(isOurs)) {
      throw new ForeignStateException(
          "state: %s holds states of aggregates that this store does not have, such as %s (expected: an empty folder, or that of this store); remove it, or choose another"
              .formatted(folder, there.iterator().next()));
    }
    try {
      var _ = Files.createDirectories(folder);
      Path part = Files.createTempFile(folder, MARK, null);
      var _ = Files.writeString(part, id);
      var _ = Files.move(part, folder.resolve(MARK), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void check(Path folder, String mark, String id) {
    if (!mark.equals(id)) {
      throw new ForeignStateException(
          "state: %s belongs to the store %s (expected: a folder of this store, %s); nothing in it is read or removed, choose another folder"
              .formatted(folder, mark, id));
    }
  }

  private static Optional<String> mark(Path folder) {
    Path mark = folder.resolve(MARK);
    try {
      return Files.exists(mark)
          ? Optional.of(Files.readString(mark, StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the groups of aggregates that the store has, as folders are called. */
  private static Set<String> names(Streams streams) {
    Set<String> names = new TreeSet<>();
    for (var stream : streams.list()) {
      try {
        streams.stream(stream.id().name()).groups().stream()
            .map(group -> group.id().toString())
            .filter(StateFolders::isOfAggregate)
            .map(group -> group.substring(StateFolders.GROUPS.length()))
            .forEach(names::add);
      } catch (RequestException.NotFound _) {
        // Deleted in the meantime.
      }
    }
    return names;
  }
}
