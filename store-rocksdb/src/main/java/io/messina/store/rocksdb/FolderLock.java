package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Proof that no other process uses a folder: a lock on one of its files, which the operating system
 * releases when the process ends, for any reason. The file holds the process id of its owner.
 */
final class FolderLock implements AutoCloseable {

  static final String FILE = "lock";

  /**
   * The locks of this process. A lock belongs to the process, and closing any channel of the file
   * gives it back: so a second opening in one process must not touch the file.
   */
  private static final Map<Path, FolderLock> HELD = new HashMap<>();

  private final Path folder;
  private final FileChannel channel;

  private FolderLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static FolderLock take(Path folder) throws IOException {
    Path real = folder.toRealPath();
    synchronized (HELD) {
      if (HELD.containsKey(real)) {
        throw inUse(folder, Long.toString(ProcessHandle.current().pid()));
      }
      FolderLock lock = new FolderLock(real, lockedChannel(folder));
      HELD.put(real, lock);
      return lock;
    }
  }

  /** Gives the folder back; repeating it changes nothing, also if somebody else has it by then. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (HELD.remove(folder, this)) {
        channel.close();
      }
    }
  }

  private static FileChannel lockedChannel(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(folder, readOwner(channel));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static String readOwner(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.SIZE);
    channel.read(bytes, 0);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
  }

  private static StoreException inUse(Path folder, String owner) {
    return new StoreException(
        Code.IN_USE,
        folder + " is in use by process " + owner + ": stop it, or name another folder");
  }
}
