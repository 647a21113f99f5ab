package io.messina.aggregate.snapshot;

import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads snapshots of a shard out of their place, and believes nothing that it has not checked. */
record SnapshotRestore(SnapshotPlace place, String prefix) {

  /**
   * Reads a manifest.
   *
   * @param scratch a file for a moment
   * @throws UnsoundException if it is missing or broken
   */
  Manifest manifest(String object, Path scratch) {
    fetch(object, scratch);
    try {
      if (Files.size(scratch) > ManifestCodec.BYTES_MAX) {
        throw new UnsoundException(path(object), "too long for a manifest", null);
      }
      return ManifestCodec.decode(path(object), Files.readAllBytes(scratch));
    } catch (IOException e) {
      throw unreadable(scratch, e);
    } finally {
      remove(scratch);
    }
  }

  private static void remove(Path scratch) {
    try {
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      throw unreadable(scratch, e);
    }
  }

  /**
   * Copies all files of a snapshot into a folder, where they stay after a crash.
   *
   * @throws UnsoundException if a file is another one, or they are no state that can be read
   */
  void copy(String object, Manifest manifest, Path folder) {
    for (StoredFile file : manifest.files()) {
      Interruption.check();
      Path target = folder.resolve(file.content().name());
      fetch(file.object(), target);
      try {
        check(file, target);
        if (file.content().isTable()) {
          verified(file.object(), () -> ShardState.checkTable(target));
        }
        Folders.syncFile(target);
      } catch (IOException e) {
        throw unreadable(target, e);
      }
    }
    try {
      Folders.sync(folder);
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
    verified(object, () -> ShardState.checkOpens(folder));
  }

  private void verified(String object, Runnable check) {
    try {
      check.run();
    } catch (StateException e) {
      throw e.isDamaged()
          ? new UnsoundException(path(object), "is of a damaged state: " + e.getMessage(), e)
          : new SnapshotException(path(object) + " cannot be read now: " + e.getMessage(), e);
    }
  }

  private void check(StoredFile file, Path copy) throws IOException {
    StoredFile.Content content = file.content();
    long bytes = Files.size(copy);
    if (bytes != content.bytes()) {
      throw new UnsoundException(
          path(file.object()),
          "has %,d bytes where the snapshot has %,d".formatted(bytes, content.bytes()),
          null);
    }
    if (!Checksum.of(copy).equals(content.checksum())) {
      throw new UnsoundException(path(file.object()), "has other bytes than the snapshot", null);
    }
  }

  private void fetch(String object, Path target) {
    try {
      place.get(path(object), target);
    } catch (SnapshotException.Missing e) {
      throw new UnsoundException(path(object), "is missing", e);
    }
  }

  private String path(String object) {
    return prefix + "/" + object;
  }

  private static SnapshotException unreadable(Path file, IOException cause) {
    return new SnapshotException(file + " cannot be read or written: " + cause, cause);
  }
}
