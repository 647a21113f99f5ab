package io.messina.stream.group;

import io.messina.testkit.Seeds;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Owners that crash, a store that fails, workers who forget, and events that never succeed. */
final class CrashSimulationTest {

  private static final long SEEDS_MAX = 200;

  @Test
  void nothing_is_lost_or_had_twice_and_poison_ends_among_the_dead_letters() {
    Seeds.forEach(
        seed -> {
          if (seed <= SEEDS_MAX
              || Optional.ofNullable(Long.getLong("messina.test.seed")).isPresent()) {
            try (CrashWorld world = new CrashWorld(seed)) {
              world.run();
            }
          }
        });
  }
}
