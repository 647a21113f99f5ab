package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PowerLossTest {

  private static final int FAILURES = Boolean.getBoolean("messina.test.everything") ? 8 : 2;
  private static final int LINES_MAX = 300;
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
