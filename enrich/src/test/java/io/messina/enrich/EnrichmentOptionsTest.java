package io.messina.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.enrich.EnrichmentOptions.Buffer;
import io.messina.enrich.EnrichmentOptions.Cache;
import io.messina.enrich.EnrichmentOptions.Permits;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EnrichmentOptionsTest {

  @Test
  void the_defaults_are_those_of_the_documentation() {
    assertThat(EnrichmentOptions.DEFAULT)
        .isEqualTo(
            new EnrichmentOptions(
                new Permits(100, 100, Duration.ofSeconds(5)),
                RequestRetries.DEFAULT,
                new Buffer(64 << 20, 100_000, KeyFull.BLOCK, 10_000),
                new Cache(Duration.ofMinutes(2), 64 << 20),
                LastAttempt.DEAD_LETTER));
  }

  @Test
  void retries_come_after_1_2_4_and_5_seconds_and_up_to_a_fifth_more() {
    RequestRetries policy = RequestRetries.DEFAULT;
    SplittableRandom random = new SplittableRandom(1);
    assertThat(policy.attempts()).isEqualTo(6);
    int failures = 1;
    for (long seconds : List.of(1, 2, 4, 5, 5)) {
      Duration delay = Duration.ofSeconds(seconds);
      assertThat(policy.delay(failures++, random)).isBetween(delay, delay.plus(delay.dividedBy(5)));
    }
  }

  @Test
  void what_is_out_of_bounds_is_refused() {
    assertThatThrownBy(() -> EnrichmentOptions.DEFAULT.permits(0))
        .hasMessage("permits: 0 (expected: from 1 to 1000000)");
    assertThatThrownBy(() -> new Permits(5, 4, Duration.ofSeconds(1)))
        .hasMessage("least permits: 5 (expected: from 1 to 4)");
    assertThatThrownBy(() -> new Permits(1, 1, Duration.ofHours(2)))
        .hasMessage("timeout: PT2H (expected: from PT0.001S to PT1H)");
    assertThatThrownBy(() -> new RequestRetries(1, List.of(Duration.ofSeconds(1)), 2))
        .hasMessage("jitter: 2.0 (expected: from 0 to 1)");
    assertThatThrownBy(() -> new RequestRetries(1, List.of(), 0))
        .hasMessage("delays: 0 (expected: from 1 to 100)");
    assertThatThrownBy(() -> new Buffer(1, 0, KeyFull.BLOCK, 1))
        .hasMessage("events of a key: 0 (expected: from 1 to 1000000)");
    assertThatThrownBy(() -> new Cache(Duration.ofDays(2), 1))
        .hasMessage("ttl: PT48H (expected: from PT0S to PT24H)");
  }
}
