package io.messina.testkit;

import static io.messina.testkit.StoreWorld.only;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FaultsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void probabilities_are_from_zero_to_one_together() {
    assertRefused(() -> only(-0.1, 0, 0), "probability");
    assertRefused(() -> only(0.5, 0.5, 0.1), "probabilities");
  }

  @Test
  void bounds_are_checked() {
    assertRefused(() -> new Faults(0, 0, 0, SECOND.negated(), HOUR, SECOND, 1), "delayMax: PT-1S");
    assertRefused(() -> new Faults(0, 0, 0, SECOND, SECOND, SECOND, 1), "lateMax: PT1S");
    assertRefused(() -> new Faults(0, 0, 0, SECOND, HOUR, Duration.ZERO, 1), "timeout: PT0S");
    assertRefused(() -> new Faults(0, 0, 0, SECOND, HOUR, SECOND, 0), "pageRowsMax: 0");
  }

  private static void assertRefused(Runnable construction, String why) {
    assertThatThrownBy(construction::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
