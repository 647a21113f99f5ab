package io.messina.store.rocksdb;

import io.messina.store.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a store: the process that uses it, the format in which it is written, and the
 * number of acknowledged writes.
 *
 * <pre>
 *   FORMAT         "messina-store 2"
 *   lock           locked by the process that uses the folder, holds its process id
 *   acknowledged   the last acknowledged sequence number of the database
 *   rocksdb/       the database
 *   log/           rows of log tables, see {@link RowLogs}
 *   native/        the database's native library
 * </pre>
 *
 * A database that knows less than the {@link AcknowledgedNumber} has lost acknowledged writes.
 */
final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final String PROBE = "probe";
  private static final int PROBE_BYTES = 1024 * 1024;

  private final Path folder;
  private final FolderLock lock;
  private final AcknowledgedNumber acknowledged;
  private final FileStore disk;

  private DataFolder(Path folder, FolderLock lock) throws IOException {
    this.folder = folder;
    this.lock = lock;
    this.disk = Files.getFileStore(folder);
    this.acknowledged = new AcknowledgedNumber(folder);
    Files.deleteIfExists(folder.resolve(PROBE));
    Files.createDirectories(database());
    FolderSync.sync(folder);
  }

  /** Takes the folder into use, or makes it. */
  static DataFolder open(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      FolderFormat.checkUsable(folder);
      FolderSync.createDirectories(folder);
      FolderLock lock = FolderLock.take(folder);
      try {
        FolderFormat.checkOrWrite(folder);
        return new DataFolder(folder, lock);
      } catch (IOException | RuntimeException | Error e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + " cannot be used as a data folder: " + e, e);
    }
  }

  /** Makes a folder of the former format one of this version, which older versions refuse. */
  void upgrade() {
    try {
      FolderFormat.upgrade(folder);
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + ": its format cannot be written: " + e, e);
    }
  }

  Path database() {
    return folder.resolve("rocksdb");
  }

  /** The folder of the {@link RowLogs}. */
  Path logs() {
    return folder.resolve("log");
  }

  long acknowledged() {
    return acknowledged.get();
  }

  void acknowledge(long sequence) {
    acknowledged.set(sequence);
  }

  long freeBytes() throws IOException {
    return disk.getUsableSpace();
  }

  /** Finds out whether the disk takes writes again, as many as opening the database may need. */
  boolean isWritable() {
    Path probe = folder.resolve(PROBE);
    try (FileChannel channel =
        FileChannel.open(
            probe,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      long needed = PROBE_BYTES;
      for (Path log : LogCheck.logs(database())) {
        needed += Files.size(log);
      }
      for (ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES); needed > 0; bytes.rewind()) {
        needed -= channel.write(bytes);
      }
      channel.force(true);
      return true;
    } catch (IOException e) {
      LOG.debug("{}: the disk takes no writes", folder, e);
      return false;
    }
  }

  @Override
  public void close() {
    try (FolderLock released = lock;
        AcknowledgedNumber number = acknowledged) {
      LOG.debug("{} is given back, acknowledged to {}", released, number.get());
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("{}: closing it failed, which loses nothing acknowledged", folder, e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
