package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.StaticRow;
import io.messina.store.Table;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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

  private static final Map<String, Table> TABLES =
      Map.of("notes", Samples.NOTES, "log", Samples.LOG, "counters", Samples.COUNTERS);

  /**
   * The highest acknowledged number for each table and owner; the writers count from 0 without
   * holes.
   */
  private final Map<String, Long> acknowledged = new HashMap<>();

  @Test
  void an_acknowledged_row_survives_kill_nine(@TempDir Path folder) throws Exception {
    Random random = new Random(SEED);
    for (int kill = 0; kill < KILLS; kill += 2) {
      writeUntilKilled(folder, "run" + kill, random.nextInt(LINES_BEFORE_KILL_MAX));
      check(folder, "run" + kill);
      killAfter(random.nextInt(MILLIS_BEFORE_KILL_MAX), folder, "start" + kill);
      check(folder, "start" + kill);
    }
    check(folder, "");
    assertThat(acknowledged.size()).as("writers that were heard of").isGreaterThan(KILLS);
  }

  @Test
  void a_first_start_may_be_killed_at_any_moment(@TempDir Path folder) throws Exception {
    for (int start = 0; start < FIRST_STARTS; start++) {
      acknowledged.clear();
      Path fresh = folder.resolve("store" + start);
      killAfter(start * MILLIS_BEFORE_KILL_MAX / FIRST_STARTS, fresh, "start" + start);
      check(fresh, "start" + start);
    }
  }

  private void writeUntilKilled(Path folder, String run, int linesBeforeKill) throws Exception {
    try (ChildProcess writer = ChildProcess.start(CrashingWriter.class, folder, run)) {
      int lines = 0;
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        remember(line);
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
    try (ChildProcess writer = ChildProcess.start(CrashingWriter.class, folder, run)) {
      CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(writer::kill);
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        remember(line);
      }
    }
  }

  private void remember(String line) {
    String[] words = line.split(" ", -1);
    boolean whole = words.length == 3 && !words[2].isEmpty();
    if (whole) {
      acknowledged.merge(words[0] + " " + words[1], Long.parseLong(words[2]), Math::max);
    }
  }

  private void check(Path folder, String run) {
    try (RocksStore store =
        RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system())) {
      Samples.createAll(store);
      acknowledged.forEach(
          (writer, last) -> {
            String[] words = writer.split(" ", -1);
            if (words[1].startsWith(run) || words[1].startsWith("counter")) {
              checkRows(store, Objects.requireNonNull(TABLES.get(words[0])), words[1], last);
            }
          });
    }
  }

  private static void checkRows(RocksStore store, Table table, String owner, long last) {
    for (long number = 0; number <= last; number++) {
      assertThat(store.get(Samples.key(table, owner, number)))
          .as("seed %s: %s %s %s", SEED, table.name(), owner, number)
          .contains(Samples.row(table, owner, number));
    }
    if (table.equals(Samples.COUNTERS)) {
      long count =
          store.getStatic(Samples.partition(table, owner)).map(StaticRow::fence).orElseThrow().n();
      assertThat(count).isGreaterThanOrEqualTo(last);
      assertThat(Samples.numbers(store, table, owner)).hasSize((int) count + 1);
    }
  }
}
