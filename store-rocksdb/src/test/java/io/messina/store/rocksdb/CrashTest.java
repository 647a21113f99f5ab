package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrashTest {

  private static final int KILLS = 50;
  private static final int FIRST_STARTS = 20;
  private static final int LINES_BEFORE_KILL_MAX = 400;
  private static final int MILLIS_BEFORE_KILL_MAX = 600;
  private static final long SEED = Long.getLong("messina.test.seed", 20_150_912);

  private final Acknowledged acknowledged = new Acknowledged("seed " + SEED);

  @Test
  void an_acknowledged_row_survives_kill_nine(@TempDir Path folder) throws Exception {
    Random random = new Random(SEED);
    for (int kill = 0; kill < KILLS; kill += 2) {
      writeUntilKilled(folder, "run" + kill, random.nextInt(LINES_BEFORE_KILL_MAX));
      acknowledged.check(folder, "run" + kill);
      killAfter(random.nextInt(MILLIS_BEFORE_KILL_MAX), folder, "start" + kill);
      acknowledged.check(folder, "start" + kill);
    }
    acknowledged.check(folder, "");
    assertThat(acknowledged.writers()).as("writers that were heard of").isGreaterThan(KILLS);
  }

  @Test
  void a_first_start_may_be_killed_at_any_moment(@TempDir Path folder) throws Exception {
    for (int start = 0; start < FIRST_STARTS; start++) {
      acknowledged.clear();
      Path fresh = folder.resolve("store" + start);
      killAfter(start * MILLIS_BEFORE_KILL_MAX / FIRST_STARTS, fresh, "start" + start);
      acknowledged.check(fresh, "start" + start);
    }
  }

  private void writeUntilKilled(Path folder, String run, int linesBeforeKill) throws Exception {
    try (ChildProcess writer =
        ChildProcess.start(CrashingWriter.class, folder, run, Durability.SYNC.name())) {
      int lines = 0;
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        acknowledged.remember(line);
        if (lines++ == linesBeforeKill) {
          writer.kill();
        }
      }
      assertThat(lines)
          .as("lines of the writer, which ends only by being killed")
          .isGreaterThan(linesBeforeKill);
    }
  }

  /** At any moment: also while the JVM starts, the log is read, tables are made. */
  private void killAfter(int millis, Path folder, String run) throws Exception {
    try (ChildProcess writer =
        ChildProcess.start(CrashingWriter.class, folder, run, Durability.SYNC.name())) {
      CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(writer::kill);
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        acknowledged.remember(line);
      }
    }
  }
}
