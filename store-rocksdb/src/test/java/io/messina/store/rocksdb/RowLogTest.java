package io.messina.store.rocksdb;

import static io.messina.store.rocksdb.Samples.EVENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StoreException;
import io.messina.testkit.SystemWaiting;
import io.messina.testkit.contract.TestClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RowLogTest {

  /** Of some 15 rows. */
  private static final int FILE_BYTES = 32 * 1024;

  /** Rows of less than a file, which opening has to read. */
  private static final int NOT_INDEXED = 12;

  private static final RowLogs.Settings SETTINGS =
      new RowLogs.Settings(RowLogs.Settings.DEFAULT.isLog(), FILE_BYTES);
  private static final RowLogs.Settings NO_LOGS = new RowLogs.Settings(_ -> false, FILE_BYTES);
  private static final Incarnation WRITER = Incarnation.next(new Random(1));

  @TempDir private Path folders;
  private final TestClock clock = new TestClock(Instant.parse("2026-03-01T12:34:56.789Z"));
  private final List<RocksStore> opened = new ArrayList<>();
  private Durability durability = Durability.SYNC;
  private int crashes;

  @AfterEach
  void close() {
    opened.forEach(RocksStore::close);
  }

  @Test
  void rows_of_many_files_are_there_after_closing_and_opening() throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 100);
    store.close();
    Path last = lastFile(first());
    assertThat(last).hasSize(end(last));
    assertRows(open(first()), "a", 100);
  }

  @Test
  void and_after_a_crash_with_the_floor_of_timestamps() throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 100);
    RocksStore next = open(crash());
    assertRows(next, "a", 100);
    assertThat(next.timestampFloorMicros()).isEqualTo(store.timestampFloorMicros());
    write(next, "a", 100, 150);
    assertRows(next, "a", 150);
  }

  @Test
  void a_row_is_written_to_its_file_and_not_to_the_database() throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 10);
    byte[] content = Samples.row(EVENTS, "a", 3).get(Samples.CONTENT).toArray();
    store.close();
    assertThat(filesWith(first().resolve("log"), content)).hasSize(1);
    assertThat(filesWith(first().resolve("rocksdb"), content)).isEmpty();
  }

  @Test
  void rows_of_a_folder_of_the_former_format_are_read_on() throws IOException {
    try (RocksStore former = RocksStore.open(first(), RocksStoreOptions.DEFAULT, NO_LOGS, clock)) {
      Samples.createAll(former);
      write(former, "a", 0, 20);
    }
    deleteAll(first().resolve("log"));
    Files.writeString(first().resolve("FORMAT"), "messina-store 1\n");

    RocksStore store = open(first());

    write(store, "a", 20, 40);
    assertRows(store, "a", 40);
    assertThat(first().resolve("FORMAT")).hasContent("messina-store 3\n");
    assertRows(open(crash()), "a", 40);
  }

  @Test
  void an_end_in_the_middle_of_a_write_is_cut_off() throws IOException {
    write(open(first()), "a", 0, 20);
    Path crashed = crash();
    Path last = lastFile(crashed);
    byte[] whole = Files.readAllBytes(last);
    int end = end(last);
    // the beginning of the first frame again, as if it were one more
    System.arraycopy(whole, 0, whole, end, 500);
    Files.write(last, whole);
    RocksStore store = open(crashed);
    assertRows(store, "a", 20);
    assertThat(last).hasSize(end);
    write(store, "a", 20, 30);
    assertRows(open(crash(crashed)), "a", 30);
  }

  @Test
  void a_batch_is_cut_off_as_a_whole() throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 1);
    long acknowledged = acknowledged(first());
    PlainBatch.Builder batch = PlainBatch.in(Samples.partition(EVENTS, "a"), 7);
    LongStream.range(1, 4).forEach(number -> batch.put(Samples.row(EVENTS, "a", number)));
    store.write(batch.build());
    Path crashed = crash();
    Path last = lastFile(crashed);
    byte[] bytes = Files.readAllBytes(last);
    bytes[end(last) - 1] ^= 1;
    Files.write(last, bytes);
    acknowledge(crashed, acknowledged);
    assertRows(open(crashed), "a", 1);
  }

  @Test
  void damage_to_acknowledged_rows_is_refused_and_nothing_is_changed() throws IOException {
    write(open(first()), "a", 0, NOT_INDEXED);
    for (int back : new int[] {1, 1500, 2200, 4000}) {
      Path crashed = crash();
      Path last = lastFile(crashed);
      byte[] bytes = Files.readAllBytes(last);
      bytes[end(last) - back] ^= 1;
      Files.write(last, bytes);

      refused(crashed, last + " is damaged or cut off at byte ");

      assertThat(last).hasBinaryContent(bytes);
      Files.delete(crashed.resolve("log/log_events/acknowledged"));
      assertThat(Samples.numbers(open(crashed), EVENTS, "a"))
          .hasSizeBetween(NOT_INDEXED - 4, NOT_INDEXED - 1);
    }
  }

  @Test
  void damage_before_the_last_group_is_refused_although_the_number_is_old() throws IOException {
    write(open(first()), "a", 0, NOT_INDEXED);
    Path crashed = crash();
    Path last = lastFile(crashed);
    byte[] bytes = Files.readAllBytes(last);
    bytes[end(last) - 2200] ^= 1;
    Files.write(last, bytes);
    acknowledge(crashed, 1);
    refused(crashed, ", and it is not the end of the log: ");
  }

  @Test
  void so_is_damage_in_a_file_that_has_a_successor() throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 10);
    write(store, "a", 10, 20);
    Path crashed = crash();
    // as if the index had not been written yet
    RowLogManifest.EMPTY.write(crashed.resolve("log/log_events"));
    try (KeptNumbers numbers = numbers(crashed)) {
      numbers.set(0, 0);
    }
    Path former = files(crashed, ".rows").getFirst();
    byte[] bytes = Files.readAllBytes(former);
    bytes[100] ^= 1;
    Files.write(former, bytes);
    refused(crashed, former + " is damaged or cut off at byte ");
  }

  @Test
  void a_missing_file_is_refused() throws IOException {
    write(open(first()), "a", 0, 60);
    opened.getFirst().close();
    Path closed = crash();
    Path file = files(closed, ".rows").get(1);
    Files.delete(file);
    refused(closed, file + " is missing or shorter than it was");

    RocksStore store = open(first());
    write(store, "a", 60, 63);
    Path crashed = crash();
    Files.delete(lastFile(crashed));
    refused(crashed, ", and the last 3 acknowledged rows cannot be read: ");
  }

  @Test
  void a_damaged_manifest_is_refused() throws IOException {
    write(open(first()), "a", 0, 60);
    opened.getFirst().close();
    Path manifest = first().resolve("log/log_events/MANIFEST");
    byte[] bytes = Files.readAllBytes(manifest);
    bytes[bytes.length / 2] ^= 1;
    Files.write(manifest, bytes);
    refused(first(), manifest + " is damaged");
  }

  @Test
  void an_older_manifest_and_a_missing_one_are_refused_without_syncs_too() throws IOException {
    durability = Durability.OS;
    Path manifest = first().resolve("log/log_events/MANIFEST");
    RocksStore store = open(first());
    byte[] first = Files.readAllBytes(manifest);
    write(store, "a", 0, 60);
    store.close();
    byte[] last = Files.readAllBytes(manifest);

    Files.write(manifest, first);
    refused(first(), manifest + " is older than it was");
    Files.delete(manifest);
    refused(first(), manifest + " is missing");

    Files.write(manifest, last);
    assertRows(open(first()), "a", 60);
  }

  @Test
  void damage_to_rows_that_opening_does_not_read_is_told_to_their_readers() throws IOException {
    write(open(first()), "a", 0, 60);
    opened.getFirst().close();
    Path file = files(first(), ".rows").getFirst();
    byte[] bytes = Files.readAllBytes(file);
    bytes[1000] ^= 1;
    Files.write(file, bytes);
    RocksStore store = open(first());
    assertThatThrownBy(() -> store.get(Samples.key(EVENTS, "a", 0)))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED))
        .hasMessageContaining(file + " is damaged at byte 0");
    assertThat(store.get(Samples.key(EVENTS, "a", 59))).isPresent();
  }

  @Test
  void a_manifest_stays_as_it_is_and_a_newer_one_is_not_called_damaged() throws IOException {
    RowLogManifest manifest =
        new RowLogManifest(
            9,
            new RowLogManifest.Position(8, 1_000, 77, 1_800_000_000_000_000L),
            List.of(new RowLogManifest.Entry(8, 2_000, Long.MAX_VALUE)));
    manifest.write(folders);
    Path file = folders.resolve("MANIFEST");
    byte[] bytes = Files.readAllBytes(file);
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "264a60c20100000000000000090000000000000008000003e8000000000000004d000665"
                + "1728988000000000010000000000000008000007d07fffffffffffffff");
    assertThat(RowLogManifest.read(folders)).isEqualTo(manifest);

    bytes[Integer.BYTES]++;
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt((int) checksum.getValue());
    Files.write(file, bytes);
    assertThatThrownBy(() -> RowLogManifest.read(folders))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.FORMAT_UNKNOWN))
        .hasMessage(
            file
                + " has version 2 (expected: 1): use the version of Messina that wrote it, or a"
                + " newer one");
  }

  @Test
  void expired_rows_can_be_read_for_a_day_and_then_their_files_are_used_again() throws IOException {
    RocksStore store = open(first());
    Duration kept = Duration.ofHours(3);
    for (int number = 0; number < 40; number++) {
      put(store, "a", number, kept);
    }
    clock.advance(kept.plusHours(23));
    tick(store);
    assertThat(Samples.numbers(store, EVENTS, "a")).isEmpty();
    Scan newest = Scan.of(Samples.partition(EVENTS, "a")).reverse().first(1).withExpired();
    assertThat(store.scan(newest)).toIterable().hasSize(1);

    write(store, "b", 0, 40);
    clock.advance(Duration.ofHours(3));
    tick(store);
    assertThat(store.scan(newest)).toIterable().isEmpty();
    assertThat(files(first(), ".spare")).isNotEmpty();

    write(store, "b", 40, 100);
    assertThat(files(first(), ".spare")).isEmpty();
    assertRows(store, "b", 100);
    Path crashed = crash();
    RocksStore next = open(crashed);
    assertRows(next, "b", 100);
    assertThat(Samples.numbers(next, EVENTS, "a")).isEmpty();
  }

  @Test
  void what_a_reused_file_had_before_never_appears() throws IOException {
    RocksStore other = open(folders.resolve("other"));
    write(other, "a", 0, 12);
    Path former = lastFile(folders.resolve("other"));
    byte[] rows = Files.readAllBytes(former);
    int frame = end(former) / 12;
    // rows 3 to 11, where the next one will be row 3: all behind it have the right sequence
    byte[] stale = Arrays.copyOfRange(rows, 3 * frame, 12 * frame);
    assertThat(RowFrame.read(1, Arrays.copyOfRange(stale, frame, 2 * frame)))
        .isNotNull()
        .returns(5L, RowFrame::sequence);
    write(open(first()), "a", 0, 3);
    opened.getLast().close();
    Path spare = first().resolve("log/log_events/9.spare");
    Files.write(spare, stale);

    RocksStore store = open(first());
    write(store, "a", 3, 4);

    assertThat(spare).doesNotExist();
    assertThat(Files.size(lastFile(first()))).isGreaterThanOrEqualTo(stale.length);
    assertRows(open(crash()), "a", 4);
  }

  @Test
  void files_of_a_deleted_partition_are_given_back_and_its_late_rows_stay_hidden()
      throws IOException {
    RocksStore store = open(first());
    write(store, "a", 0, 40);
    write(store, "b", 40, 42);
    clock.advance(Duration.ofSeconds(1));
    store.write(
        PlainBatch.in(Samples.partition(EVENTS, "a"), nowMicros()).deletePartition().build());
    store.write(Samples.put(EVENTS, "a", 39, 39));
    int before = files(first(), ".rows").size();
    clock.advance(Duration.ofHours(2));
    tick(store);
    assertThat(files(first(), ".rows").size()).isLessThan(before - 1);
    assertThat(Samples.numbers(store, EVENTS, "a")).isEmpty();
    assertThat(Samples.numbers(store, EVENTS, "b")).containsExactly(40L, 41L);

    clock.advance(Duration.ofDays(11));
    tick(store);
    assertThat(store.storedEntries(RocksDatabase.DELETES)).isZero();
    RocksStore next = open(crash());
    assertThat(Samples.numbers(next, EVENTS, "a")).isEmpty();
    assertThat(Samples.numbers(next, EVENTS, "b")).containsExactly(40L, 41L);
  }

  @Test
  void logs_are_left_alone_for_an_hour_after_opening() throws IOException {
    RocksStore store = open(first());
    put(store, "a", 1, Duration.ofHours(1));
    store.close();
    clock.advance(Duration.ofDays(3));
    RocksStore next = open(first());
    Scan newest = Scan.of(Samples.partition(EVENTS, "a")).reverse().first(1).withExpired();
    clock.advance(Duration.ofMinutes(50));
    tick(next);
    assertThat(next.scan(newest)).toIterable().hasSize(1);
    clock.advance(Duration.ofMinutes(20));
    tick(next);
    assertThat(next.scan(newest)).toIterable().isEmpty();
  }

  /** What two crashes left, one after the other. */
  private record Crashes(Path behind, Path ahead) {}

  private Crashes crashTwice() throws IOException {
    durability = Durability.OS;
    RocksStore store = open(first());
    couple(store, 0, 20);
    // A manifest that is ahead of the database is nothing that a crash leaves: it is written last.
    SystemWaiting.until(
        () -> RowLogManifest.read(first().resolve("log/log_events")).indexed().sequence() > 1);
    Path behind = crash();
    couple(store, 20, 30);
    return new Crashes(behind, crash());
  }

  private static void replaceLog(Path folder, Path by) throws IOException {
    deleteAll(folder.resolve("log"));
    copy(by.resolve("log"), folder.resolve("log"));
  }

  @Test
  void without_syncs_the_database_is_cut_where_the_log_ends() throws IOException {
    Crashes crashes = crashTwice();
    Path ahead = crashes.ahead();
    replaceLog(ahead, crashes.behind());

    RocksStore next = open(ahead);

    assertCoupled(next);
    assertThat(count(next)).isBetween(18L, 20L);
    couple(next, count(next) + 1, 40);
    assertCoupled(open(crash(ahead)));
  }

  @Test
  void without_syncs_the_log_is_cut_where_the_database_ends() throws IOException {
    Crashes crashes = crashTwice();
    Path behind = crashes.behind();
    replaceLog(behind, crashes.ahead());

    RocksStore next = open(behind);

    assertCoupled(next);
    assertThat(count(next)).isEqualTo(19);
    couple(next, count(next) + 1, 40);
    assertCoupled(open(crash(behind)));
  }

  /** Row n of the log, then the count n. */
  private void couple(RocksStore store, long from, long to) {
    for (long number = from; number < to; number++) {
      write(store, "a", number, number + 1);
      Fence next = new Fence(0, number, WRITER);
      FencedBatch.Builder batch =
          number == 0
              ? FencedBatch.first(next, Samples.partition(Samples.COUNTERS, "a"))
              : FencedBatch.after(
                  new Fence(0, number - 1, WRITER), next, Samples.partition(Samples.COUNTERS, "a"));
      store.writeIf(batch.set(Samples.COUNT.of(number)).build());
    }
  }

  private static long count(RocksStore store) {
    return store
        .getStatic(Samples.partition(Samples.COUNTERS, "a"))
        .map(row -> row.get(Samples.COUNT))
        .orElse(-1L);
  }

  private static void assertCoupled(RocksStore store) {
    long count = count(store);
    List<Long> numbers = Samples.numbers(store, EVENTS, "a");
    assertThat(numbers).isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
    assertThat((long) numbers.size())
        .as("rows for %s counted ones", count)
        .isBetween(count + 1, count + 2);
  }

  private Path first() {
    return folders.resolve("first");
  }

  private RocksStore open(Path folder) {
    RocksStore store =
        RocksStore.open(
            folder, RocksStoreOptions.DEFAULT.withDurability(durability), SETTINGS, clock);
    opened.add(store);
    Samples.createAll(store);
    return store;
  }

  private void write(RocksStore store, String owner, long from, long to) {
    for (long number = from; number < to; number++) {
      store.write(Samples.put(EVENTS, owner, number, nowMicros() + number));
    }
  }

  private void put(RocksStore store, String owner, long number, Duration lifetime) {
    Row row = Samples.row(EVENTS, owner, number);
    store.write(
        PlainBatch.in(Samples.partition(EVENTS, owner), nowMicros())
            .put(row, clock.instant().plus(lifetime))
            .build());
  }

  /** Sweeps, in a store that is in use. */
  private void tick(RocksStore store) {
    store.write(Samples.put(Samples.NOTES, "pulse", 1, nowMicros()));
    store.sweep();
  }

  private long nowMicros() {
    return clock.millis() * 1000;
  }

  private static void assertRows(RocksStore store, String owner, int count) {
    List<Row> rows = new ArrayList<>();
    store.scan(Scan.of(Samples.partition(EVENTS, owner))).forEachRemaining(rows::add);
    List<Row> expected =
        LongStream.range(0, count).mapToObj(number -> Samples.row(EVENTS, owner, number)).toList();
    assertThat(rows).isEqualTo(expected);
    assertThat(store.get(Samples.key(EVENTS, owner, count - 1L)))
        .isEqualTo(Optional.of(expected.getLast()));
  }

  private void refused(Path folder, String message) {
    assertThatThrownBy(() -> open(folder))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED))
        .hasMessageContaining(message);
  }

  /** What a killed process leaves: a copy of the first folder as it is now. */
  private Path crash() throws IOException {
    return crash(first());
  }

  private Path crash(Path folder) throws IOException {
    while (true) {
      Path copy = folders.resolve("crash" + crashes++);
      List<Path> before = walk(folder);
      try {
        copy(folder, copy);
      } catch (NoSuchFileException e) {
        continue;
      }
      if (walk(folder).equals(before)) {
        Files.delete(copy.resolve("lock"));
        return copy;
      }
      // the database has written sorted files in the meantime, so this is no moment of it
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path path : walk(from)) {
      Files.copy(path, to.resolve(from.relativize(path).toString()));
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    for (Path path : walk(folder).reversed()) {
      Files.delete(path);
    }
  }

  /** In their order, so that a copy has what is noted of the database before the database. */
  private static List<Path> walk(Path folder) throws IOException {
    try (Stream<Path> found = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
      return found.sorted().toList();
    } catch (UncheckedIOException e) {
      return walk(folder);
    }
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> found = Files.list(folder.resolve("log/log_events"))) {
      return found
          .filter(path -> path.toString().endsWith(suffix))
          .sorted(Comparator.comparingLong(RowLogTest::number))
          .toList();
    }
  }

  private static long number(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private static Path lastFile(Path folder) throws IOException {
    return files(folder, ".rows").getLast();
  }

  /** Where the last readable frame of a file ends. */
  private static int end(Path path) throws IOException {
    int end = 0;
    try (RowFile file = new RowFile(number(path), path)) {
      for (RowFrame row = file.frame(0); row != null; row = file.frame(end)) {
        end += row.bytes().length;
      }
    }
    return end;
  }

  private static List<Path> filesWith(Path folder, byte[] content) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path path : walk(folder)) {
      if (Files.isRegularFile(path) && indexOf(Files.readAllBytes(path), content) >= 0) {
        found.add(path);
      }
    }
    return found;
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    ByteBuffer sought = ByteBuffer.wrap(wanted);
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      if (bytes[i] == wanted[0] && ByteBuffer.wrap(bytes, i, wanted.length).equals(sought)) {
        return i;
      }
    }
    return -1;
  }

  private static long acknowledged(Path folder) throws IOException {
    try (KeptNumbers numbers = numbers(folder)) {
      return numbers.get(1);
    }
  }

  private static void acknowledge(Path folder, long sequence) throws IOException {
    try (KeptNumbers numbers = numbers(folder)) {
      numbers.set(1, sequence);
    }
  }

  private static KeptNumbers numbers(Path folder) throws IOException {
    return KeptNumbers.open(folder.resolve("log/log_events"), 2);
  }
}
