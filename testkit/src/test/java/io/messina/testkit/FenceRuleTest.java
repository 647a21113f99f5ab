package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.FenceRace.Caller;
import org.junit.jupiter.api.Test;

final class FenceRuleTest {

  /** Enough for each wrong caller to be caught several times. */
  private static final int SEEDS = 100;

  @Test
  void sending_the_same_batch_until_its_outcome_is_known_writes_each_entry_once() {
    Seeds.forEach(seed -> assertThat(FenceRace.run(Caller.RIGHT, seed)).isEmpty());
  }

  @Test
  void taking_an_unknown_outcome_for_a_failure_is_caught() {
    assertThat(timesCaught(Caller.GIVES_UP_ON_UNKNOWN)).isPositive();
  }

  @Test
  void a_fence_without_its_writer_is_caught() {
    assertThat(timesCaught(Caller.WITHOUT_WRITER)).isPositive();
  }

  private static int timesCaught(Caller caller) {
    int caught = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      caught += FenceRace.run(caller, seed).isPresent() ? 1 : 0;
    }
    return caught;
  }
}
