package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a {@link RowLog} knows without reading its rows: the files in use, and up to where the
 * sorted files of the database point to its rows. It is replaced as a whole.
 *
 * <pre>
 *   | CRC32C of all behind, 4 | version 1, 1 | next file, 8 | file, 8 | offset, 4 | sequence, 8 |
 *   | timestamp, 8 | files, 4 | for each: number, 8 | end, 4 | expiry, 8 |
 * </pre>
 *
 * @param nextFile a number that no file had
 * @param indexed everything before it is durable, and in the sorted files
 * @param files those in use up to there, in their order; the end and expiry of the last one are
 *     those of its rows up to there
 */
record RowLogManifest(long nextFile, Position indexed, List<Entry> files) {

  static final RowLogManifest EMPTY = new RowLogManifest(1, new Position(0, 0, 1, 0), List.of());

  static final String FILE = "MANIFEST";
  private static final int VERSION = 1;
  private static final int TYPICAL_BYTES = 256;

  /**
   * A place between two batches.
   *
   * @param file the number of the file
   * @param offset within it
   * @param sequence of the row behind it
   * @param timestampMicros the highest of the rows before it
   */
  record Position(long file, int offset, long sequence, long timestampMicros) {}

  /**
   * A file.
   *
   * @param number its number
   * @param end where its last frame ends
   * @param expiresAtMillis when all its rows have expired
   */
  record Entry(long number, int end, long expiresAtMillis) {}

  /**
   * Reads a manifest that must know the rows before a sequence. It is made before anything else, so
   * a log that has none has lost it; but logs of former versions had none at first.
   */
  static RowLogManifest read(Path folder, long sequence) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file) && !KeptNumbers.isFormer(folder)) {
      throw new StoreException(Code.DAMAGED, file + " is missing: restore a backup");
    }
    RowLogManifest manifest = Files.exists(file) ? read(folder) : EMPTY;
    if (manifest.indexed.sequence < sequence) {
      throw new StoreException(Code.DAMAGED, file + " is older than it was: restore a backup");
    }
    return manifest;
  }

  static RowLogManifest read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length <= Integer.BYTES || ByteBuffer.wrap(bytes).getInt() != checksum(bytes)) {
      throw new StoreException(Code.DAMAGED, file + " is damaged: restore a backup");
    }
    if (bytes[Integer.BYTES] != VERSION) {
      throw new StoreException(
          Code.FORMAT_UNKNOWN,
          "%s has version %d (expected: %d): use the version of Messina that wrote it, or a newer one"
              .formatted(file, bytes[Integer.BYTES], VERSION));
    }
    ByteReader reader = new ByteReader(bytes, Integer.BYTES + 1, bytes.length);
    long nextFile = reader.getLong();
    Position indexed =
        new Position(reader.getLong(), reader.getInt(), reader.getLong(), reader.getLong());
    int count = reader.getInt();
    List<Entry> files = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      files.add(new Entry(reader.getLong(), reader.getInt(), reader.getLong()));
    }
    return new RowLogManifest(nextFile, indexed, files);
  }

  /** Makes a manifest that a former version had not made yet. */
  void writeIfMissing(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(FILE))) {
      write(folder);
    }
  }

  void write(Path folder) throws IOException {
    FolderSync.replace(folder, FILE, FILE + ".partial", encode());
  }

  private byte[] encode() {
    ByteWriter writer = new ByteWriter(TYPICAL_BYTES).putInt(0).put(VERSION).putLong(nextFile);
    writer.putLong(indexed.file).putInt(indexed.offset);
    writer.putLong(indexed.sequence).putLong(indexed.timestampMicros).putInt(files.size());
    for (Entry file : files) {
      writer.putLong(file.number).putInt(file.end).putLong(file.expiresAtMillis);
    }
    byte[] bytes = writer.toArray();
    ByteBuffer.wrap(bytes).putInt(0, checksum(bytes));
    return bytes;
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
    return (int) crc.getValue();
  }
}
