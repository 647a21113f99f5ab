package io.messina.store.rocksdb;

import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.store.Table;
import io.messina.testkit.contract.TestClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder in which rows of every kind were written over several starts, and copies of it from the
 * way: after a start that was closed, and as a process leaves it that is killed.
 */
final class FolderHistory {

  /** Of some 15 rows, so that the database writes its memory out while it is used. */
  private static final int FILE_BYTES = 32 * 1024;

  private static final RowLogs.Settings SETTINGS =
      new RowLogs.Settings(RowLogs.Settings.DEFAULT.isLog(), FILE_BYTES);
  private static final List<Table> TABLES =
      List.of(Samples.NOTES, Samples.LOG, Samples.EVENTS, Samples.FOREVER, Samples.COUNTERS);
  private static final List<String> OWNERS = List.of("a", "b", "deleted");
  private static final int ROWS = 10;
  private static final int EVENTS = 40;

  /**
   * A copy.
   *
   * @param folder where it is
   * @param contents all rows that had been acknowledged, by table and owner
   */
  record Moment(Path folder, Map<String, Object> contents) {}

  private final Path folders;
  private final TestClock clock = new TestClock(Instant.parse("2026-03-01T12:34:56.789Z"));
  private final List<Moment> moments = new ArrayList<>();
  private long fence;
  private long number;

  private FolderHistory(Path folders) {
    this.folders = folders;
  }

  /** The copies in their order: closed, killed, killed later in the same start, closed. */
  static List<Moment> write(Path folders) throws IOException {
    FolderHistory history = new FolderHistory(folders);
    try (RocksStore store = history.open(history.folder())) {
      history.writeRows(store);
    }
    history.remember();
    try (RocksStore store = history.open(history.folder())) {
      history.writeRows(store);
      history.remember();
      history.writeRows(store);
      history.writeRows(store);
      history.remember();
    }
    history.remember();
    return history.moments;
  }

  private Path folder() {
    return folders.resolve("written");
  }

  private RocksStore open(Path folder) {
    return RocksStore.open(folder, RocksStoreOptions.DEFAULT, SETTINGS, clock);
  }

  static RocksStore openCopy(Path folder) {
    return new FolderHistory(folder).open(folder);
  }

  private void writeRows(RocksStore store) {
    Samples.createAll(store);
    for (int row = 0; row < ROWS; row++) {
      for (Table table : List.of(Samples.NOTES, Samples.LOG, Samples.FOREVER)) {
        put(store, table, OWNERS.get(row % 2));
      }
      put(store, Samples.NOTES, "deleted");
      count(store);
    }
    for (int row = 0; row < EVENTS; row++) {
      put(store, Samples.EVENTS, OWNERS.get(row % 2));
    }
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "deleted"), nowMicros())
            .deletePartition()
            .build());
    store.write(
        PlainBatch.in(Samples.partition(Samples.NOTES, "a"), nowMicros())
            .delete(Samples.key(Samples.NOTES, "a", number - EVENTS - 4))
            .build());
    put(store, Samples.NOTES, "b");
  }

  private void put(RocksStore store, Table table, String owner) {
    store.write(Samples.put(table, owner, number++, nowMicros()));
  }

  private void count(RocksStore store) {
    PartitionKey partition = Samples.partition(Samples.COUNTERS, "a");
    Incarnation writer = Incarnation.next(new Random(1));
    Fence next = new Fence(0, fence, writer);
    FencedBatch.Builder batch =
        fence == 0
            ? FencedBatch.first(next, partition)
            : FencedBatch.after(new Fence(0, fence - 1, writer), next, partition);
    store.writeIf(
        batch.set(Samples.COUNT.of(fence)).put(Samples.row(Samples.COUNTERS, "a", fence)).build());
    fence++;
  }

  private long nowMicros() {
    return clock.millis() * 1000 + number;
  }

  private void remember() throws IOException {
    for (int attempt = 0; ; attempt++) {
      Path copy = folders.resolve("moment" + moments.size() + "-" + attempt);
      if (isCopied(copy)) {
        moments.add(new Moment(copy, contentsOf(copy)));
        return;
      }
    }
  }

  private Map<String, Object> contentsOf(Path folder) throws IOException {
    Path copy = folders.resolve("read" + moments.size());
    copy(folder, copy);
    try (RocksStore store = open(copy)) {
      return contents(store);
    }
  }

  /** False where the database has written in the meantime, so that the copy is no moment of it. */
  private boolean isCopied(Path copy) throws IOException {
    try {
      Map<Path, Long> before = sizes(folder());
      copy(folder(), copy);
      return sizes(folder()).equals(before);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static Map<Path, Long> sizes(Path folder) throws IOException {
    Map<Path, Long> sizes = new TreeMap<>();
    for (Path file : files(folder)) {
      sizes.put(file, Files.size(file));
    }
    return sizes;
  }

  /** All rows, by scans and one by one. */
  static Map<String, Object> contents(RocksStore store) {
    Samples.createAll(store);
    Map<String, Object> contents = new TreeMap<>();
    for (Table table : TABLES) {
      for (String owner : OWNERS) {
        List<Object> rows = new ArrayList<>();
        store
            .scan(Scan.of(Samples.partition(table, owner)))
            .forEachRemaining(
                row -> {
                  rows.add(row);
                  rows.add(store.get(row.key()));
                });
        contents.put(table.name() + " " + owner, rows);
      }
    }
    contents.put("count", store.getStatic(Samples.partition(Samples.COUNTERS, "a")));
    return contents;
  }

  /** What is in each file, but for what RocksDB says of its own. */
  static Map<String, ByteBuffer> bytes(Path folder) throws IOException {
    Map<String, ByteBuffer> bytes = new TreeMap<>();
    for (Path file : files(folder)) {
      String name = folder.relativize(file).toString();
      if (!name.matches("rocksdb/(LOG|LOG\\.old\\..*|LOCK)")) {
        bytes.put(name, ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return bytes;
  }

  /** Copies all files but those that tell nothing: the lock and the library. */
  static void copy(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
  }

  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found
          .filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(folder.resolve("native")))
          .filter(file -> !file.equals(folder.resolve(FolderLock.FILE)))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      return files(folder);
    }
  }
}
