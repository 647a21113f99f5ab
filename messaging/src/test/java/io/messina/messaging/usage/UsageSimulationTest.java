package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts on servers and a store to which everything happens that can. */
final class UsageSimulationTest {

  private static final int SEEDS = 25;

  @TempDir private Path folder;

  @Test
  void what_is_counted_is_what_was_told_whatever_happens() {
    AtomicInteger histories = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    Seeds.forEach(
        SEEDS,
        seed -> {
          UsageWorld.Outcome outcome = UsageWorld.run(seed, folder.resolve("" + seed));
          assertThat(outcome.wrong()).isEmpty();
          histories.incrementAndGet();
          begun.addAndGet(outcome.begun());
        });
    assertThat(begun.get()).as("processes that counted").isGreaterThan(2 * histories.get());
  }
}
