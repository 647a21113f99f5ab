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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PowerLossTest {

  private static final int FAILURES = Boolean.getBoolean("messina.test.everything") ? 8 : 2;
  private static final int LINES_MAX = 300;
  private static final int LINES_MIN = 50;
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
        try (ChildProcess writer = coupledWriter(Durability.OS)) {
          readCounts(writer, new HashMap<>(), LINES_MIN + random.nextInt(LINES_MAX));
          disk.losePower(random);
          writer.kill();
        }
        disk.restorePower();
        checkCoupled("os" + failure, Map.of());
      }
    }
  }

  @Test
  void rows_acknowledged_after_a_sync_has_failed_survive_a_power_failure() throws Exception {
    try (SimulatedDisk disk = SimulatedDisk.mount(mounted)) {
      for (int failure = 0; failure < FAILURES / 2; failure++) {
        Map<String, Long> counts = new HashMap<>();
        try (ChildProcess writer = coupledWriter(Durability.SYNC)) {
          readCounts(writer, counts, LINES_MIN + random.nextInt(LINES_MAX));
          disk.become(DiskState.FAILING_SYNCS);
          awaitRefusal(writer, counts);
          disk.become(DiskState.WORKING);
          readCounts(writer, counts, LINES_MIN + random.nextInt(LINES_MAX));
          disk.losePower(random);
          writer.kill();
          readCounts(writer, counts, Integer.MAX_VALUE);
        }
        disk.restorePower();
        checkCoupled("sync" + failure, counts);
      }
    }
  }

  private ChildProcess coupledWriter(Durability durability) throws IOException {
    return ChildProcess.start(CoupledWriter.class, mounted.resolve("coupled"), durability.name());
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

  private void checkCoupled(String name, Map<String, Long> acknowledgedCounts) throws IOException {
    Path copy = copies.resolve(name);
    copy(mounted.resolve("coupled"), copy);
    try (RocksStore store = CoupledWriter.open(copy, RocksStoreOptions.DEFAULT)) {
      for (String owner : List.of("owner0", "owner1", "owner2")) {
        assertThat(
                CoupledWriter.check(store, owner, acknowledgedCounts.getOrDefault(owner, 0L)))
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
