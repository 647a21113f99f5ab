package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrashTest {

  private static final boolean FULL = Boolean.getBoolean("messina.test.everything");
  private static final int ROUNDS = FULL ? 8 : 2;
  private static final int FIRST_STARTS = FULL ? 8 : 3;

  /** Of the kills that are aimed at the opening of a store: some come when it is over. */
  private static final int HITS_MIN_PERCENT = 25;

  private static final int LINES_BEFORE_KILL_MAX = 400;
  private static final long SEED = Long.getLong("messina.test.seed", 20_150_912);

  private final Acknowledged acknowledged = new Acknowledged("seed " + SEED);

  @Test
  void an_acknowledged_row_survives_kill_nine(@TempDir Path folder) throws Exception {
    Random random = new Random(SEED);
    int hits = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Duration opening = writeUntilKilled(folder, "run" + round, random);
      hits += killWhileOpening(part(round, ROUNDS, opening), folder, "start" + round) ? 1 : 0;
      acknowledged.check(folder, round == ROUNDS - 1 ? "" : "run" + round);
    }
    assertHit(hits, ROUNDS);
    assertThat(acknowledged.writers()).as("writers that were heard of").isGreaterThan(2 * ROUNDS);
  }

  @Test
  void a_first_start_may_be_killed_at_any_moment(@TempDir Path folder) throws Exception {
    int hits = 0;
    Duration opening = opening(folder.resolve("undisturbed"), "undisturbed");
    for (int start = 0; start < FIRST_STARTS; start++) {
      acknowledged.clear();
      Path fresh = folder.resolve("store" + start);
      Duration after = part(start, FIRST_STARTS, opening);
      hits += killWhileOpening(after, fresh, "start" + start) ? 1 : 0;
      acknowledged.check(fresh, "start" + start);
    }
    assertHit(hits, FIRST_STARTS);
  }

  /** From the first moment on, evenly. */
  private static Duration part(int number, int count, Duration whole) {
    return whole.multipliedBy(number).dividedBy(count);
  }

  private static void assertHit(int hits, int kills) {
    assertThat(hits * 100)
        .as("%s of %s kills hit a store that was being opened, in percent of them", hits, kills)
        .isGreaterThanOrEqualTo(kills * HITS_MIN_PERCENT);
  }

  /** How long a writer that nobody disturbs takes to open its store, on this machine now. */
  private Duration opening(Path folder, String run) throws Exception {
    try (ChildProcess writer = openingWriter(folder, run)) {
      long begun = System.nanoTime();
      awaitLine(writer, CrashingWriter.OPEN);
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /** Kills a writer so long after it has begun to open its store; tells whether it was not open. */
  private boolean killWhileOpening(Duration after, Path folder, String run) throws Exception {
    boolean opened = false;
    try (ChildProcess writer = openingWriter(folder, run)) {
      CompletableFuture.delayedExecutor(after.toNanos(), TimeUnit.NANOSECONDS)
          .execute(writer::kill);
      for (String line = writer.readLine(); line != null; line = writer.readLine()) {
        opened |= line.equals(CrashingWriter.OPEN);
        acknowledged.remember(line);
      }
    }
    return !opened;
  }

  /** One that has begun to open its store. */
  private static ChildProcess openingWriter(Path folder, String run) throws Exception {
    ChildProcess writer =
        ChildProcess.start(
            CrashingWriter.class, folder, run, Durability.SYNC.name(), CrashingWriter.OPENING);
    awaitLine(writer, CrashingWriter.OPENING);
    return writer;
  }

  private static void awaitLine(ChildProcess writer, String wanted) throws Exception {
    String line = writer.readLine();
    while (!wanted.equals(line)) {
      assertThat(line).as("what comes before '%s'", wanted).isNotNull();
      line = writer.readLine();
    }
  }

  /** Tells how long that writer took to open its store. */
  private Duration writeUntilKilled(Path folder, String run, Random random) throws Exception {
    int linesBeforeKill = random.nextInt(LINES_BEFORE_KILL_MAX);
    try (ChildProcess writer = openingWriter(folder, run)) {
      long begun = System.nanoTime();
      awaitLine(writer, CrashingWriter.OPEN);
      Duration opening = Duration.ofNanos(System.nanoTime() - begun);
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
      return opening;
    }
  }
}
