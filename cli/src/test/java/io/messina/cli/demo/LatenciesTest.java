package io.messina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void a_percentile_is_one_of_the_durations() {
    DemoLatencies latencies =
        new DemoLatencies(LongStream.rangeClosed(1, 200).map(i -> 201 - i).toArray());
    assertThat(latencies.percentile(0)).isEqualTo(Duration.ofNanos(1));
    assertThat(latencies.percentile(50)).isEqualTo(Duration.ofNanos(100));
    assertThat(latencies.percentile(99)).isEqualTo(Duration.ofNanos(198));
    assertThat(latencies.percentile(100)).isEqualTo(Duration.ofNanos(200));
  }

  @Test
  void one_duration_is_every_percentile() {
    assertThat(new DemoLatencies(new long[] {7}).percentile(99)).isEqualTo(Duration.ofNanos(7));
  }

  @Test
  void of_nothing_there_is_none() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DemoLatencies(new long[0]));
  }
}
