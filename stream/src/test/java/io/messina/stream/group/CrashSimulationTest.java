package io.messina.stream.group;

import io.messina.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Owners that crash, a store that fails, workers who forget, and events that never succeed. */
final class CrashSimulationTest {

  @Test
  void nothing_is_lost_or_had_twice_and_poison_ends_among_the_dead_letters() {
    Seeds.forEach(
        60,
        seed -> {
          try (CrashWorld world = new CrashWorld(seed)) {
            world.run();
          }
        });
  }
}
