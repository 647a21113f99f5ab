package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.testkit.Seeds;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AppendHistoriesTest {

  @Test
  void what_is_sent_until_it_is_answered_is_there_once_whatever_becomes_of_owners() {
    AtomicInteger promised = new AtomicInteger();
    AtomicInteger undeleted = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    AtomicLong givenBack = new AtomicLong();
    Seeds.forEach(
        12,
        seed -> {
          AppendHistory.Outcome outcome = AppendHistory.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          promised.addAndGet(outcome.promised());
          undeleted.addAndGet(outcome.undeleted());
          histories.incrementAndGet();
          givenBack.addAndGet(outcome.givenBack());
        });
    // Else the histories would prove nothing.
    assertThat(promised.get()).isGreaterThan(histories.get() * 50);
    assertThat(undeleted.get()).isGreaterThanOrEqualTo(histories.get() / 10);
    assertThat(givenBack.get()).isGreaterThan(histories.get() * 10_000L);
  }
}
