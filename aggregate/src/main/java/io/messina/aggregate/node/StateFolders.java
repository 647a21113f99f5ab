package io.messina.aggregate.node;

import io.messina.stream.GroupId;
import io.messina.stream.StreamId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders of an aggregate on this machine:
 *
 * <pre>
 *   NAME.VERSION~generation of the group / stream~generation / shard                the state
 *                                                            / shard.restoring      from a snapshot, not whole yet
 *                                                            / shard.snapshot       of which a snapshot is taken
 *                                                            / shard.quarantine-1   the last one that could not be read
 * </pre>
 *
 * <p>For each shard used by one thread at a time.
 */
final class StateFolders {

  static final String GROUPS = "aggregate.";
  private static final String QUARANTINE = ".quarantine-";
  private static final Predicate<String> AGGREGATE =
      Pattern.compile(".+\\.[0-9]+~[0-9]+").asMatchPredicate();
  private static final Predicate<String> SHARD = Pattern.compile("[0-9]{1,4}").asMatchPredicate();

  private final Path root;
  private final String name;
  private final String stream;

  StateFolders(Path root, GroupId group, StreamId stream) {
    this.root = root;
    this.name = name(group);
    this.stream = stream.toString();
  }

  /** Of an aggregate, as in {@code visits.1~1}. */
  static String name(GroupId group) {
    String text = group.toString();
    if (!isOfAggregate(text)) {
      throw new IllegalArgumentException("group: " + text + " (expected: that of an aggregate)");
    }
    return text.substring(GROUPS.length());
  }

  /** Whether a group with its generation is that of an aggregate. */
  static boolean isOfAggregate(String group) {
    return group.startsWith(GROUPS);
  }

  /** The aggregates that have states in a folder, as in {@code visits.1~1}. */
  static Set<String> aggregates(Path root) {
    Set<String> found = new TreeSet<>();
    names(root).stream()
        .filter(AGGREGATE)
        .filter(each -> Files.isDirectory(root.resolve(each)))
        .forEach(found::add);
    return found;
  }

  /** With which the names of a shard's snapshots begin. */
  String prefix(int shard) {
    return name + "/" + stream + "/" + shard;
  }

  Path state(int shard) {
    return folder().resolve(Integer.toString(shard));
  }

  Path restoring(int shard) {
    return folder().resolve(shard + ".restoring");
  }

  Path scratch(int shard) {
    return folder().resolve(shard + ".snapshot");
  }

  private Path folder() {
    return root.resolve(name).resolve(stream);
  }

  boolean has(int shard) {
    return Files.isDirectory(state(shard));
  }

  /** The shards that have a state here. */
  Set<Integer> shards() {
    Set<Integer> found = new TreeSet<>();
    names(folder()).stream().filter(SHARD).map(Integer::valueOf).forEach(found::add);
    return found;
  }

  /** Puts a restored state in the place of the state. */
  void swapIn(int shard) {
    delete(state(shard));
    move(restoring(shard), state(shard));
  }

  /** Sets a state aside for people to look at, in the place of an earlier one. */
  Path quarantine(int shard) {
    List<String> former =
        names(folder()).stream().filter(each -> each.startsWith(shard + QUARANTINE)).toList();
    int number =
        former.stream()
            .mapToInt(each -> Integer.parseInt(each.substring(each.lastIndexOf('-') + 1)))
            .max()
            .orElse(0);
    Path target = folder().resolve(shard + QUARANTINE + (number + 1));
    move(state(shard), target);
    former.forEach(each -> delete(folder().resolve(each)));
    return target;
  }

  /** Removes all of a shard, also states that were set aside. */
  void remove(int shard) {
    names(folder()).stream()
        .filter(each -> each.equals(Integer.toString(shard)) || each.startsWith(shard + "."))
        .forEach(each -> delete(folder().resolve(each)));
  }

  /**
   * Removes the folders of earlier creations of the group or the stream, and folders that were
   * begun.
   */
  void removeFormer() {
    String version = name.substring(0, name.lastIndexOf('~') + 1);
    names(root).stream()
        .filter(each -> each.startsWith(version) && !each.equals(name))
        .forEach(each -> delete(root.resolve(each)));
    names(root.resolve(name)).stream()
        .filter(each -> !each.equals(stream))
        .forEach(each -> delete(root.resolve(name).resolve(each)));
    names(folder()).stream()
        .filter(each -> each.endsWith(".restoring") || each.endsWith(".snapshot"))
        .forEach(each -> delete(folder().resolve(each)));
  }

  /** Removes the states of all aggregates but some. */
  static void removeOthers(Path root, Set<String> kept) {
    aggregates(root).stream()
        .filter(each -> !kept.contains(each))
        .forEach(each -> delete(root.resolve(each)));
  }

  private static List<String> names(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .flatMap(each -> Optional.ofNullable(each.getFileName()).stream())
          .map(Path::toString)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
