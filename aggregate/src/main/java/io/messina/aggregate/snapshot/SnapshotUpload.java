package io.messina.aggregate.snapshot;

import io.messina.aggregate.snapshot.StoredFile.Content;
import io.messina.aggregate.state.ShardState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts files of a shard into their place. Each object has a name that was never used before: of
 * this ownership, of the snapshot within this ownership, and of the file.
 */
final class SnapshotUpload {

  private final SnapshotPlace place;
  private final String prefix;
  private final String writer;

  /** Objects that were put and are of no published snapshot yet. */
  private final Map<Content, String> unpublished = new HashMap<>();

  /** Tables do not change while their state is open, so each is verified once. */
  private Map<String, Content> tables = new HashMap<>();

  private @Nullable ShardState tablesOf;
  private long snapshots;
  private long files;
  private long bytes;

  SnapshotUpload(SnapshotPlace place, String prefix, String writer) {
    this.place = place;
    this.prefix = prefix;
    this.writer = writer;
  }

  long files() {
    return files;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Puts the files that are not in the place yet.
   *
   * @param folder a checkpoint of the state
   * @param there sound objects of published snapshots, by their content
   */
  List<StoredFile> put(ShardState state, Path folder, Map<Content, String> there)
      throws IOException {
    snapshots++;
    List<StoredFile> stored = new ArrayList<>();
    for (Content content : contents(state, folder)) {
      Interruption.check();
      String object = there.get(content);
      if (object == null) {
        object = unpublished.get(content);
      }
      if (object == null) {
        object = "%s-%d-%s".formatted(writer, snapshots, content.name());
        put(object, folder.resolve(content.name()), content.bytes());
        unpublished.put(content, object);
      }
      stored.add(new StoredFile(object, content));
    }
    return stored;
  }

  /** Puts the manifest of the files that were put last. */
  String put(Manifest manifest, Path scratch) throws IOException {
    byte[] encoded = ManifestCodec.encode(manifest);
    Files.write(scratch, encoded);
    String object = "%s-%d.manifest".formatted(writer, snapshots);
    put(object, scratch, encoded.length);
    return object;
  }

  private void put(String object, Path file, long length) {
    place.put(prefix + "/" + object, file);
    files++;
    bytes += length;
  }

  /** Objects that were put and are not among these may be removed from now on. */
  void published(Collection<String> kept) {
    unpublished.values().retainAll(kept);
  }

  private List<Content> contents(ShardState state, Path folder) throws IOException {
    Map<String, Content> known = state == tablesOf ? tables : Map.of();
    Map<String, Content> now = new HashMap<>();
    List<Content> contents = new ArrayList<>();
    for (Path file : Folders.files(folder)) {
      Interruption.check();
      String name = file.getFileName().toString();
      if (isOfTheState(name)) {
        Content content = known.get(name);
        contents.add(content == null ? verified(state, name, file) : content);
        now.put(name, contents.getLast());
      }
    }
    now.keySet().removeIf(name -> !Content.isTable(name));
    tables = now;
    tablesOf = state;
    return contents;
  }

  private static Content verified(ShardState state, String name, Path file) throws IOException {
    if (Content.isTable(name)) {
      state.verify(file);
    }
    return new Content(name, Files.size(file), Checksum.of(file));
  }

  /** The process that opens a database has its options, and logs are for people. */
  private static boolean isOfTheState(String name) {
    return !name.startsWith("OPTIONS-") && !name.startsWith("LOG") && !name.equals("LOCK");
  }
}
