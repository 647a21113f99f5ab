package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The file that says in which layout a folder is written. It is on disk before anything else that
 * matters.
 */
final class FolderFormat {

  private static final String FILE = "FORMAT";
  private static final String PARTIAL = "FORMAT.partial";
  private static final String CURRENT = "messina-store 3";

  /**
   * The first is without {@link RowLogs}: the rows of log tables that it has in the database are
   * read on. The second is without checksums of {@link KeptNumbers}, and counts no groups.
   */
  private static final Set<String> FORMER = Set.of("messina-store 1", "messina-store 2");

  /** The possible remains of a first start that was broken off. */
  private static final Set<String> BEGINNINGS = Set.of(FolderLock.FILE, PARTIAL);

  private FolderFormat() {}

  /** Refuses a folder that is neither a store nor a store under construction; changes nothing. */
  static void checkUsable(Path folder) throws IOException {
    if (Files.isDirectory(folder) && !isBeginning(folder) && !Files.exists(folder.resolve(FILE))) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          folder
              + " has files but is not a Messina data folder, as it has no file "
              + folder.resolve(FILE)
              + ": name an empty or a new one; if it was one, it is damaged: restore a backup");
    }
  }

  /** Reads the format, or writes it where there is none yet; for the owner of the folder. */
  static void checkOrWrite(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      write(folder);
      return;
    }
    if (!Files.isRegularFile(file)) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          file + " is no file, so the folder is damaged: restore a backup, or name another one");
    }
    String format = read(file);
    if (!format.equals(CURRENT) && !FORMER.contains(format)) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          file
              + " has the format \""
              + format
              + "\" (expected: \""
              + CURRENT
              + "\"): use the version of Messina that wrote it, or a newer one; if it is damaged,"
              + " restore a backup");
    }
  }

  /** Whether the folder is one that its own version can still open. */
  static boolean isFormer(Path folder) throws IOException {
    return !read(folder.resolve(FILE)).equals(CURRENT);
  }

  /** Writes the present format before anything else is changed. */
  static void upgrade(Path folder) throws IOException {
    if (isFormer(folder)) {
      write(folder);
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }

  private static void write(Path folder) throws IOException {
    byte[] content = (CURRENT + "\n").getBytes(StandardCharsets.US_ASCII);
    FolderSync.replace(folder, FILE, PARTIAL, content);
  }

  private static boolean isBeginning(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.allMatch(file -> BEGINNINGS.contains(String.valueOf(file.getFileName())));
    }
  }
}
