package io.messina.store.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The beginning of each group of the database: a count of groups, by which it is known how many of
 * them a damaged folder lacks, and what the group knows of the {@link RowLogs}. Without syncs a
 * power failure may take more from one of them than from the other. So a group has the ends of the
 * logs before it, and each row has the count before it: then both are cut where they fit.
 *
 * <pre>
 *   | count, 8 | for each log: bytes of its name, 1 | name | next sequence, 8 |
 * </pre>
 *
 * @param count groups up to this one
 * @param sequences by table, of the first row that may be written after this group; only those of
 *     groups that are not synced
 */
record LogMarks(long count, Map<String, Long> sequences) {

  private static final Logger LOG = LoggerFactory.getLogger(LogMarks.class);

  static final LogMarks NONE = new LogMarks(0, Map.of());

  /** In the default family. */
  static final byte[] KEY = "log_marks".getBytes(StandardCharsets.US_ASCII);

  /** How much of a record of the write-ahead log holds the marks of all logs, if any. */
  static final int RECORD_BYTES = 8 * 1024;

  private static final int PUT_TO_DEFAULT = 1;

  byte[] encode() {
    ByteWriter writer = new ByteWriter(Byte.MAX_VALUE).putLong(count);
    sequences.forEach(
        (table, sequence) -> {
          byte[] name = table.getBytes(StandardCharsets.US_ASCII);
          writer.put(name.length).put(name).putLong(sequence);
        });
    return writer.toArray();
  }

  static LogMarks decode(byte[] value) {
    ByteReader reader = new ByteReader(value, 0, value.length);
    long count = reader.getLong();
    Map<String, Long> sequences = new HashMap<>();
    while (reader.remaining() > 0) {
      String table = reader.getText(reader.get());
      sequences.put(table, reader.getLong());
    }
    return new LogMarks(count, sequences);
  }

  /**
   * Finds the marks where a group begins with them.
   *
   * @param changes of a record of RocksDB's write-ahead log: type, length of key, key, length of
   *     value, value
   */
  static Optional<LogMarks> find(ByteBuffer changes) {
    int head = 2 + KEY.length;
    if (changes.remaining() <= head
        || changes.get() != PUT_TO_DEFAULT
        || changes.get() != KEY.length
        || !changes.slice(changes.position(), KEY.length).equals(ByteBuffer.wrap(KEY))) {
      return Optional.empty();
    }
    changes.position(changes.position() + KEY.length);
    byte[] rest = new byte[changes.remaining()];
    changes.get(rest);
    ByteReader reader = new ByteReader(rest, 0, rest.length);
    int length = reader.getVarint();
    return reader.remaining() < length
        ? Optional.empty()
        : Optional.of(decode(reader.getBytes(length)));
  }

  /** Finds the newest marks in a sorted file of the default family. */
  static Optional<LogMarks> inFile(Path file) {
    try (Options options = new Options();
        ReadOptions reading = new ReadOptions().setTotalOrderSeek(true);
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(file.toString());
      try (SstFileReaderIterator rows = reader.newIterator(reading)) {
        rows.seek(KEY);
        return rows.isValid() && Arrays.equals(rows.key(), KEY)
            ? Optional.of(decode(rows.value()))
            : Optional.empty();
      }
    } catch (RocksDBException e) {
      LOG.debug("{}: its count of groups is not known", file, e);
      return Optional.empty();
    }
  }

  /** Whether logs that end at sequences have all that was written before this group. */
  boolean isWithin(Map<String, Long> ends) {
    return sequences.entrySet().stream()
        .allMatch(each -> ends.getOrDefault(each.getKey(), 1L) >= each.getValue());
  }
}
