package io.messina.testkit.disk;

import io.messina.testkit.disk.DiskException.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The names in a folder. A name is durable only once the folder was synced: POSIX promises no more,
 * though some file systems do.
 */
final class DiskFolder implements DiskNode {

  /** Names that come to stand for a node, or for none, all at once. */
  private record Change(Map<String, Optional<DiskNode>> names) {

    void applyTo(Map<String, DiskNode> entries) {
      names.forEach(
          (name, node) ->
              node.ifPresentOrElse(
                  standing -> entries.put(name, standing), () -> entries.remove(name)));
    }
  }

  private final long id;
  private final Map<String, DiskNode> seen = new TreeMap<>();
  private final Map<String, DiskNode> durable = new TreeMap<>();
  private final List<Change> unsynced = new ArrayList<>();

  DiskFolder(long id) {
    this.id = id;
  }

  @Override
  public long id() {
    return id;
  }

  Map<String, DiskNode> entries() {
    return seen;
  }

  DiskNode find(String name) {
    DiskNode node = seen.get(name);
    if (node == null) {
      throw new DiskException(Errno.ENOENT);
    }
    return node;
  }

  void put(String name, DiskNode node) {
    change(Map.of(name, Optional.of(node)));
  }

  void remove(String name) {
    find(name);
    change(Map.of(name, Optional.empty()));
  }

  /** Replaces the file with the new name. */
  void rename(String name, DiskFolder target, String newName) {
    DiskNode node = find(name);
    if (target.seen.get(newName) instanceof DiskFolder replaced && !replaced.seen.isEmpty()) {
      throw new DiskException(Errno.ENOTEMPTY);
    }
    if (target != this) {
      target.put(newName, node);
      remove(name);
    } else if (!name.equals(newName)) {
      change(Map.of(name, Optional.empty(), newName, Optional.of(node)));
    }
  }

  private void change(Map<String, Optional<DiskNode>> names) {
    Change change = new Change(names);
    change.applyTo(seen);
    unsynced.add(change);
  }

  @Override
  public void sync() {
    unsynced.forEach(change -> change.applyTo(durable));
    unsynced.clear();
  }

  /** A journal keeps names for the next sync. */
  @Override
  public void failSync() {}

  @Override
  public void losePower(RandomGenerator random) {
    int kept = random.nextInt(unsynced.size() + 1);
    unsynced.subList(0, kept).forEach(change -> change.applyTo(durable));
    unsynced.clear();
    seen.clear();
    seen.putAll(durable);
    seen.values().forEach(node -> node.losePower(random));
  }
}
