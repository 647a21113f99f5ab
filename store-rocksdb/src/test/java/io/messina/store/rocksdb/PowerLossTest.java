package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.disk.DiskState;
import io.messina.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PowerLossTest {

  private static final int FAILURES = Boolean.getBoolean("messina.test.everything") ? 8 : 2;
  private static final int LINES_MAX = 300;
  private static final int LINES_MIN = 50;
  private static final int SMALL_FILE = 64 * 1024;
  private static final int LARGE_FILE = 64 * 1024 * 1024;
  private static final long SEED = Long.getLong("messina.test.seed", 20_150_912);

  private final Random random = new Random(SEED);
  private final Acknowledged acknowledged = new Acknowledged("seed " + SEED);

  @TempDir private Path mounted;
  @TempDir private Path copies;

  @BeforeEach
  void needs_a_disk_of_its_own() {
    assumeTrue(SimulatedDisk.isAvailable(), "mounting a file system needs Linux and root");
  }

  @Test
  void an_acknowledged_row_survives_a_power_failure() throws Exception {
    losePowerRepeatedly(Durability.SYNC);
    assertThat(acknowledged.writers()).isGreaterThan(FAILURES);
  }

  @FullBuild("the store that syncs")
  @Test
  void a_store_that_does_not_sync_loses_acknowledged_rows() {
    assertThatThrownBy(() -> losePowerRepeatedly(Durability.OS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed");
  }

  @Test
  void without_syncs_what_is_left_of_log_and_database_fits_together() throws Exception {
    try (SimulatedDisk disk = SimulatedDisk.mount(mounted)) {
      for (int failure = 0; failure < FAILURES; failure++) {
        try (ChildProcess writer = coupledWriter(Durability.OS, SMALL_FILE, true)) {
          readCounts(writer, new HashMap<>(), LINES_MIN + random.nextInt(LINES_MAX));
          disk.losePower(random);
          writer.kill();
        }
        disk.restorePower();
        checkCoupled("os" + failure);
      }
    }
  }

  @Test
  void a_file_whose_sync_failed_is_not_written_again_and_nothing_acknowledged_is_lost()
      throws Exception {
    try (SimulatedDisk disk = SimulatedDisk.mount(mounted)) {
      for (int failure = 0; failure < FAILURES / 2; failure++) {
        Map<String, Long> counts = new HashMap<>();
        try (ChildProcess writer = coupledWriter(Durability.SYNC, LARGE_FILE, false)) {
          readCounts(writer, counts, LINES_MIN + random.nextInt(LINES_MAX));
          disk.become(DiskState.FAILING_SYNCS);
          awaitRefusal(writer, counts);
          Path failed = lastFile();
          byte[] bytes = Files.readAllBytes(failed);
          disk.become(DiskState.WORKING);
          readCounts(writer, counts, LINES_MIN + random.nextInt(LINES_MAX));
          assertThat(lastFile()).isNotEqualTo(failed);
          assertThat(failed).hasBinaryContent(bytes);
          disk.losePower(random);
          writer.kill();
          readCounts(writer, counts, Integer.MAX_VALUE);
        }
        disk.restorePower();
        checkRows("sync" + failure, counts);
      }
    }
  }

  private Path lastFile() throws IOException {
    try (Stream<Path> files = Files.list(mounted.resolve("coupled/log/log_events"))) {
      return files
          .filter(file -> file.toString().endsWith(".rows"))
          .max(
              Comparator.comparingInt((Path file) -> file.toString().length())
                  .thenComparing(Path::toString))
          .orElseThrow();
    }
  }

  private void checkRows(String name, Map<String, Long> acknowledgedRows) throws IOException {
    Path copy = copies.resolve(name);
    copy(mounted.resolve("coupled"), copy);
    try (RocksStore store = CoupledWriter.open(copy, RocksStoreOptions.DEFAULT, LARGE_FILE)) {
      acknowledgedRows.forEach(
          (owner, count) ->
              assertThat(Samples.numbers(store, Samples.EVENTS, owner))
                  .as("%s of %s, seed %s", owner, name, SEED)
                  .startsWith(LongStream.range(0, count).boxed().toArray(Long[]::new)));
    }
  }

  private ChildProcess coupledWriter(Durability durability, int fileBytes, boolean counts)
      throws IOException {
    return ChildProcess.start(
        CoupledWriter.class,
        mounted.resolve("coupled"),
        durability.name(),
        Integer.toString(fileBytes),
        Boolean.toString(counts));
  }

  /** Reads some counts, or all until the writer has ended. */
  private static void readCounts(ChildProcess writer, Map<String, Long> counts, int lines)
      throws IOException {
    int read = 0;
    for (String line = writer.readLine(); line != null; line = writer.readLine()) {
      if (remember(line, counts) && ++read == lines) {
        return;
      }
    }
    assertThat(lines).as("lines of a writer that ended by itself").isEqualTo(Integer.MAX_VALUE);
  }

  private static void awaitRefusal(ChildProcess writer, Map<String, Long> counts)
      throws IOException {
    String line = writer.readLine();
    while (!CoupledWriter.REFUSED.equals(line)) {
      assertThat(line).isNotNull();
      remember(line, counts);
      line = writer.readLine();
    }
  }

  private static boolean remember(String line, Map<String, Long> counts) {
    String[] words = line.split(" ", -1);
    boolean counted = words.length == 2 && !words[1].isEmpty();
    if (counted) {
      counts.merge(words[0], Long.parseLong(words[1]), Math::max);
    }
    return counted;
  }

  private void checkCoupled(String name) throws IOException {
    Path copy = copies.resolve(name);
    copy(mounted.resolve("coupled"), copy);
    try (RocksStore store = CoupledWriter.open(copy, RocksStoreOptions.DEFAULT, SMALL_FILE)) {
      for (String owner : List.of("owner0", "owner1", "owner2")) {
        assertThat(CoupledWriter.check(store, owner))
            .as("%s of %s, seed %s", owner, name, SEED)
            .isEmpty();
      }
    }
  }

  private void losePowerRepeatedly(Durability durability) throws Exception {
    try (SimulatedDisk disk = SimulatedDisk.mount(mounted)) {
      for (int failure = 0; failure < FAILURES; failure++) {
        writeUntilPowerFails(disk, durability, "run" + failure);
        Path copy = copies.resolve("copy" + failure);
        copy(mounted.resolve("store"), copy);
        acknowledged.check(copy, failure == FAILURES - 1 ? "" : "run" + failure);
      }
    }
  }

  private void writeUntilPowerFails(SimulatedDisk disk, Durability durability, String run)
      throws Exception {
    int linesBefore = random.nextInt(LINES_MAX);
    Path store = mounted.resolve("store");
    try (ChildProcess writer =
        ChildProcess.start(CrashingWriter.class, store, run, durability.name())) {
      int lines = 0;
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        acknowledged.remember(line);
        if (lines++ == linesBefore) {
          disk.losePower(random);
          writer.kill();
        }
      }
      assertThat(lines).as("lines of the writer").isGreaterThan(linesBefore);
    }
    disk.restorePower();
  }

  /** This process serves the disk, so it must not open a store on it, which maps a file. */
  private static void copy(Path from, Path to) throws IOException {
    List<Path> found;
    try (Stream<Path> walk = Files.walk(from)) {
      found = walk.toList();
    }
    for (Path path : found) {
      Files.copy(path, to.resolve(from.relativize(path).toString()));
    }
  }
}
