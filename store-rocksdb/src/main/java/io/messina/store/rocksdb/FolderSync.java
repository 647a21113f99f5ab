package io.messina.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Makes names durable: files that were added to a folder survive a power failure once the folder is
 * synced.
 */
final class FolderSync {

  private FolderSync() {}

  /** Makes the folder, those above it as needed, and their names durable. */
  static void createDirectories(Path folder) throws IOException {
    Path existing = folder;
    while (!Files.isDirectory(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    Files.createDirectories(folder);
    Path parent = folder.getParent();
    while (parent != null && parent.startsWith(existing)) {
      sync(parent);
      parent = parent.getParent();
    }
  }

  /**
   * Replaces a file, or makes it, so that whoever reads it finds one content or the other.
   *
   * @param partialFile where it is written first; what an earlier call left there is of no use
   */
  static void replace(Path folder, String file, String partialFile, byte[] content)
      throws IOException {
    Path partial = folder.resolve(partialFile);
    try (FileChannel channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(
        partial,
        folder.resolve(file),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    sync(folder);
  }

  static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
