package io.messina.store.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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

  static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
