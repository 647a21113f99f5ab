package io.messina.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.enrich.EnrichmentOptions.Permits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PermitLimitTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Test
  void it_is_fixed_by_default() {
    PermitLimit limit = new PermitLimit(Permits.DEFAULT);
    answers(limit, 10_000, 1);
    answers(limit, 10_000, 100);
    assertThat(limit.limit()).isEqualTo(100);
  }

  @Test
  void it_rises_to_the_most_while_answers_are_fast() {
    PermitLimit limit = new PermitLimit(new Permits(10, 50, TIMEOUT));
    answers(limit, 10, 1);
    assertThat(limit.limit()).isEqualTo(11);
    answers(limit, 10_000, 1);
    assertThat(limit.limit()).isEqualTo(50);
  }

  @Test
  void it_falls_to_the_least_once_answers_are_slow() {
    PermitLimit limit = new PermitLimit(new Permits(10, 50, TIMEOUT));
    answers(limit, 10_000, 1);
    answers(limit, 50, 100);
    assertThat(limit.limit()).isEqualTo(45);
    answers(limit, 500, 100);
    assertThat(limit.limit()).isEqualTo(10);
  }

  @Test
  void a_database_that_is_slower_for_good_gets_more_again() {
    PermitLimit limit = new PermitLimit(new Permits(10, 50, TIMEOUT));
    answers(limit, 10_000, 1);
    answers(limit, 100_000, 5);
    assertThat(limit.limit()).isEqualTo(50);
  }

  private static void answers(PermitLimit limit, int count, long millis) {
    for (int i = 0; i < count; i++) {
      limit.ended(millis * 1_000_000);
    }
  }
}
