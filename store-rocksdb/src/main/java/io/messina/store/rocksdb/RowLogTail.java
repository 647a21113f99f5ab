package io.messina.store.rocksdb;

import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.stream.Stream;

/**
 * The reading of a {@link RowLog} when it is opened: of its manifest's files only their names and
 * lengths, and of all rows that the manifest does not know. As with the database's own log, an end
 * in the middle of a write, which was never acknowledged, is cut off later, and damage further up
 * is refused.
 */
final class RowLogTail {

  static final String ROWS = ".rows";
  static final String SPARE = ".spare";

  private final Path folder;
  private final RowLogManifest manifest;
  private final NavigableMap<Long, RowFile> files;
  private final long acknowledged;

  /** The files in which the log ends, and those behind them. */
  private List<RowFile> behind = List.of();

  // of the batch that was read last
  private long sequence;
  private long timestampMicros;

  RowLogTail(
      Path folder, RowLogManifest manifest, NavigableMap<Long, RowFile> files, long acknowledged) {
    this.folder = folder;
    this.manifest = manifest;
    this.files = files;
    this.acknowledged = acknowledged;
    this.sequence = manifest.indexed().sequence();
    this.timestampMicros = manifest.indexed().timestampMicros();
  }

  /** Removes a file of which no row counts. */
  interface Removal {
    void remove(RowFile file) throws IOException;
  }

  /** Finds the files and their ends, and returns the end of the log; changes nothing. */
  RowLogManifest.Position read() throws IOException {
    for (Path path : paths()) {
      String name = String.valueOf(path.getFileName());
      long number = Long.parseLong(name.substring(0, name.length() - ROWS.length()));
      files.put(number, new RowFile(number, path));
    }
    checkKnown();
    checkExists();
    List<RowFile> tail = List.copyOf(files.tailMap(manifest.indexed().file()).values());
    RowLogManifest.Position end = manifest.indexed();
    for (int i = 0; i < tail.size() && behind.isEmpty(); i++) {
      RowFile file = tail.get(i);
      List<RowFile> later = tail.subList(i + 1, tail.size());
      long limit = firstSequence(later);
      readFile(file, limit);
      if (file.end() > 0) {
        end = new RowLogManifest.Position(file.number(), file.end(), sequence, timestampMicros);
      }
      if (sequence < limit) {
        checkEnd(file, limit);
        behind = tail.subList(i, tail.size());
      }
    }
    return end;
  }

  /** Removes what the last reading found behind the end, and files without any row. */
  void cut(Removal removal) throws IOException {
    for (RowFile file : behind) {
      if (file.end() == 0) {
        removal.remove(file);
      } else if (file.sizeBytes() > file.end()) {
        file.truncate();
      }
    }
    removeForgotten(removal);
  }

  /** Files that were given back, where the process ended before they were removed. */
  private void removeForgotten(Removal removal) throws IOException {
    for (RowFile file : List.copyOf(files.headMap(manifest.indexed().file()).values())) {
      if (file.end() == 0) {
        removal.remove(file);
      }
    }
  }

  private List<Path> paths() throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(path -> path.toString().endsWith(ROWS)).toList();
    }
  }

  private void checkKnown() throws IOException {
    for (RowLogManifest.Entry entry : manifest.files()) {
      RowFile file = files.get(entry.number());
      if (file == null || file.sizeBytes() < entry.end()) {
        throw new StoreException(
            Code.DAMAGED,
            folder.resolve(entry.number() + ROWS)
                + " is missing or shorter than it was, or "
                + folder.resolve(RowLogManifest.FILE)
                + " is older than it was: restore a backup");
      }
      file.extendTo(entry.end(), entry.expiresAtMillis());
    }
  }

  /** Without any file behind them, the indexed rows must be all. */
  private void checkExists() {
    RowLogManifest.Position indexed = manifest.indexed();
    if (acknowledged >= indexed.sequence() && files.tailMap(indexed.file()).isEmpty()) {
      throw new StoreException(
          Code.DAMAGED,
          folder + ": the file with the last acknowledged rows is missing: restore a backup");
    }
  }

  private long firstSequence(List<RowFile> later) {
    for (RowFile file : later) {
      RowFrame first = file.frame(0);
      if (first != null) {
        return first.sequence();
      }
      if (acknowledged > 0 && file.hasGroupBehind(0, manifest.indexed().sequence())) {
        throw damaged(file, "its later rows can be read");
      }
    }
    return Long.MAX_VALUE;
  }

  /** Reads whole batches up to a sequence, which the first row of a later file has. */
  private void readFile(RowFile file, long limit) {
    int offset = file.end();
    long next = sequence;
    long batchTimestampMicros = timestampMicros;
    long expireAtMillis = Long.MIN_VALUE;
    while (next < limit) {
      RowFrame row = file.frame(offset);
      if (row == null || row.sequence() != next) {
        return;
      }
      PlainVersion version = PlainVersion.read(row.value());
      batchTimestampMicros = Math.max(batchTimestampMicros, version.timestampMicros());
      expireAtMillis = Math.max(expireAtMillis, version.expiresAtMillis());
      offset += row.bytes().length;
      next++;
      if (!row.has(RowFrame.MORE)) {
        file.extendTo(offset, expireAtMillis);
        sequence = next;
        timestampMicros = batchTimestampMicros;
      }
    }
  }

  /**
   * A log that goes on behind its end, or lacks what was acknowledged, has lost rows; unless the
   * options allowed that.
   */
  private void checkEnd(RowFile file, long limit) {
    long missing = acknowledged - (sequence - 1);
    if (missing > 0) {
      throw damaged(file, "the last " + missing + " acknowledged rows cannot be read");
    }
    if (acknowledged > 0 && (limit < Long.MAX_VALUE || file.hasGroupBehind(file.end(), sequence))) {
      throw damaged(file, "it is not the end of the log");
    }
  }

  /** Where this file may be as it was, and lack its successor. */
  private String orNext(RowFile file) {
    RowFile next = files.get(file.number() + 1);
    return next == null || next.frame(0) == null
        ? ", or " + folder.resolve(file.number() + 1 + ROWS) + " is missing or damaged"
        : "";
  }

  private StoreException damaged(RowFile file, String reason) {
    return new StoreException(
        Code.DAMAGED,
        file.path()
            + " is damaged or cut off at byte "
            + file.end()
            + orNext(file)
            + ", and "
            + reason
            + ": restore a backup, or delete "
            + folder.resolve(KeptNumbers.FILE)
            + " to go on without the rows behind it");
  }
}
