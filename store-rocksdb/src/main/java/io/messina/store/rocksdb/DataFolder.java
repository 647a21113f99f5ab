package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a store: who uses it, in which format it is written, and how many writes were
 * acknowledged.
 *
 * <pre>
 *   FORMAT         "messina-store 1"
 *   lock           locked by the process that uses the folder, holds its process id
 *   acknowledged   the last acknowledged sequence number, 8 bytes
 *   rocksdb/       the database
 *   native/        its native library
 * </pre>
 *
 * The acknowledged number is written to memory that the operating system keeps, without a sync:
 * after a killed process it is exact, after a power failure it is some seconds old. A database that
 * knows less than it has lost acknowledged writes.
 */
final class DataFolder implements AutoCloseable {

  private static final String FORMAT_NAME = "messina-store";
  private static final int FORMAT_VERSION = 1;
  private static final int PROBE_BYTES = 1024 * 1024;

  private final Path folder;
  private final FileChannel lockChannel;
  private final FileChannel acknowledgedChannel;
  private final MappedByteBuffer acknowledged;

  private DataFolder(Path folder, FileChannel lockChannel) throws IOException {
    this.folder = folder;
    this.lockChannel = lockChannel;
    this.acknowledgedChannel =
        FileChannel.open(
            folder.resolve("acknowledged"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    this.acknowledged = acknowledgedChannel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
  }

  /** Takes the folder into use, or makes it. */
  static DataFolder open(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      boolean existed = Files.isDirectory(folder) && !isEmpty(folder);
      if (existed) {
        checkFormat(folder);
      } else {
        Files.createDirectories(folder);
      }
      FileChannel lockChannel = lock(folder);
      if (!existed) {
        Files.writeString(folder.resolve("FORMAT"), FORMAT_NAME + " " + FORMAT_VERSION + "\n");
      }
      return new DataFolder(folder, lockChannel);
    } catch (IOException e) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN, folder + " cannot be used as a data folder: " + e, e);
    }
  }

  Path database() {
    return folder.resolve("rocksdb");
  }

  long acknowledged() {
    return acknowledged.getLong(0);
  }

  void acknowledge(long sequence) {
    acknowledged.putLong(0, sequence);
  }

  long freeBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  /** Finds out whether the disk takes writes again. */
  boolean isWritable() {
    Path probe = folder.resolve("probe");
    try (FileChannel channel =
        FileChannel.open(probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      delete(probe);
    }
  }

  @Override
  public void close() {
    try {
      acknowledged.force();
      acknowledgedChannel.close();
      lockChannel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void checkFormat(Path folder) throws IOException {
    Path file = folder.resolve("FORMAT");
    if (!Files.exists(file)) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          folder + " has files but is not a Messina data folder: name an empty or a new one");
    }
    String format = Files.readString(file, StandardCharsets.UTF_8).strip();
    if (!format.equals(FORMAT_NAME + " " + FORMAT_VERSION)) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          folder
              + " has the format \""
              + format
              + "\" (expected: \""
              + FORMAT_NAME
              + " "
              + FORMAT_VERSION
              + "\"): use the version of Messina that wrote it, or a newer one");
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      String holder = readHolder(channel);
      channel.close();
      throw new StoreException(
          Code.IN_USE,
          folder + " is in use by process " + holder + ": stop it, or name another folder");
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String readHolder(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.SIZE);
    channel.read(bytes, 0);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
