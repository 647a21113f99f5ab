package io.messina.aggregate.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** A place in memory, which never fails. */
public final class MemoryPlace implements SnapshotPlace {

  final NavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

  @Override
  public void put(String name, Path file) {
    try {
      objects.put(name, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void get(String name, Path target) {
    write(target, object(name));
  }

  byte[] object(String name) {
    byte[] object = objects.get(name);
    if (object == null) {
      throw new SnapshotException.Missing(name + " is not here", null);
    }
    return object;
  }

  static void write(Path target, byte[] bytes) {
    try {
      Files.write(target, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> list(String prefix) {
    return objects.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  @Override
  public List<String> folders() {
    return objects.keySet().stream()
        .filter(name -> name.contains("/"))
        .map(name -> name.substring(0, name.indexOf('/')))
        .distinct()
        .toList();
  }

  @Override
  public void delete(Collection<String> names) {
    names.forEach(objects::remove);
  }

  /**
   * What a note names and is not here.
   *
   * @param prefix of the shard
   */
  public List<String> missing(String prefix, String note) {
    List<String> missing = new ArrayList<>();
    for (String manifest : SnapshotNote.parse(note).manifests()) {
      byte[] encoded = objects.get(prefix + "/" + manifest);
      if (encoded == null) {
        missing.add(manifest);
      } else {
        ManifestCodec.decode(manifest, encoded).files().stream()
            .map(StoredFile::object)
            .filter(object -> !objects.containsKey(prefix + "/" + object))
            .forEach(missing::add);
      }
    }
    return missing;
  }

  /** All that was kept is gone, but for whose place it is. */
  public void lose() {
    objects.keySet().retainAll(List.of(MARK));
  }

  @Override
  public void close() {}
}
