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
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.rocksdb.RocksDB;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a store: the process that uses it, the format in which it is written, and the
 * number of acknowledged writes.
 *
 * <pre>
 *   FORMAT         "messina-store 3"
 *   lock           locked by the process that uses the folder, holds its process id
 *   acknowledged   how much the database must have: {@link KeptNumbers}
 *   rocksdb/       the database
 *   checked/       links to some of its logs, while they are checked
 *   log/           rows of log tables, see {@link RowLogs}
 *   native/        the database's native library
 * </pre>
 *
 * A database whose {@link LogMarks} count fewer groups than were acknowledged has lost writes.
 */
final class DataFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
  private static final Set<PosixFilePermission> OF_ITS_USER =
      PosixFilePermissions.fromString("rwx------");
  private static final String PROBE = "probe";
  private static final int PROBE_BYTES = 1024 * 1024;

  // the numbers that are kept
  private static final int ACKNOWLEDGED = 0;
  private static final int SORTED = 1;
  private static final int MANIFEST = 2;
  private static final int FORMER_SEQUENCE = 3;
  private static final int NUMBERS = 4;

  private final Path folder;
  private final FolderLock lock;
  private final KeptNumbers numbers;
  private final FileStore disk;

  private DataFolder(Path folder, FolderLock lock) throws IOException {
    this.folder = folder;
    this.lock = lock;
    this.disk = Files.getFileStore(folder);
    this.numbers = KeptNumbers.open(folder, NUMBERS);
  }

  /** Takes the folder into use, or makes it, for its user alone; changes nothing that is in it. */
  static DataFolder open(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      FolderFormat.checkUsable(folder);
      boolean isNew = !Files.exists(folder);
      FolderSync.createDirectories(folder);
      if (isNew && Files.getFileStore(folder).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(folder, OF_ITS_USER);
      }
      FolderLock lock = FolderLock.take(folder);
      try {
        FolderFormat.checkOrWrite(folder);
        return new DataFolder(folder, lock);
      } catch (IOException | RuntimeException | Error e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(
          folder + " cannot be used as a data folder: " + IoReason.of(e), e);
    }
  }

  /** Whether a former version wrote the folder, and nothing of it was changed. */
  boolean isFormer() throws IOException {
    return FolderFormat.isFormer(folder) || formerSequence() > 0;
  }

  /**
   * Makes the folder ready to be written, once it is known to be whole. One of a former format says
   * first that it is of this version, which older versions refuse.
   */
  void prepare() {
    try {
      FolderFormat.upgrade(folder);
      numbers.keep();
      Files.deleteIfExists(folder.resolve(PROBE));
      removeCheckedLogs();
      Files.createDirectories(database());
      FolderSync.sync(folder);
    } catch (IOException e) {
      throw new StoreUnavailableException(folder + " cannot be prepared: " + IoReason.of(e), e);
    }
  }

  Path database() {
    return folder.resolve("rocksdb");
  }

  /** The folder of the {@link RowLogs}. */
  Path logs() {
    return folder.resolve("log");
  }

  /** The file whose removal allows writes to be missing. */
  Path acknowledgedFile() {
    return folder.resolve(KeptNumbers.FILE);
  }

  /** How many groups the database must have, or 0 where that is not known. */
  long acknowledged() {
    return numbers.get(ACKNOWLEDGED);
  }

  void acknowledge(long groups) {
    numbers.set(ACKNOWLEDGED, groups);
  }

  /** How many groups the sorted files of the database are known to count. */
  long sorted() {
    return numbers.get(SORTED);
  }

  synchronized void noteSorted(long groups) {
    numbers.set(SORTED, groups);
  }

  /** The same, where files may be written out of turn. */
  synchronized void noteSortedUpTo(long groups) {
    noteSorted(Math.max(groups, sorted()));
  }

  /** The last sequence number that a former version acknowledged, which did not count groups. */
  long formerSequence() {
    return numbers.get(FORMER_SEQUENCE);
  }

  void forgetFormerSequence() {
    numbers.set(FORMER_SEQUENCE, 0);
  }

  /** Refuses a database that is older than it was; changes nothing. */
  void checkManifest() throws IOException {
    ManifestMark.decode(numbers.get(MANIFEST)).check(database());
  }

  /** Notes how far the database's manifest is, which it has made durable. */
  synchronized void noteManifest(RocksDB db) {
    ManifestMark now = ManifestMark.of(db);
    if (ManifestMark.decode(numbers.get(MANIFEST)).isBefore(now)) {
      numbers.set(MANIFEST, now.encode());
    }
  }

  /** For links to logs, while they are checked, where one of them has a broken end. */
  Path checkedLogs() {
    return folder.resolve("checked");
  }

  void removeCheckedLogs() throws IOException {
    if (Files.isDirectory(checkedLogs())) {
      try (Stream<Path> links = Files.list(checkedLogs())) {
        for (Path link : links.toList()) {
          Files.delete(link);
        }
      }
      Files.delete(checkedLogs());
    }
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
        KeptNumbers kept = numbers) {
      LOG.debug("{} is given back, acknowledged to {}", released, kept.get(ACKNOWLEDGED));
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("{}: closing it failed, which loses nothing acknowledged", folder, e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
