package io.messina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.messina.cli.demo.DemoReport.Figures;
import io.messina.cli.demo.DemoReport.Latency;
import org.junit.jupiter.api.Test;

class OperationsTest {

  /** Times of {@link System#nanoTime} may be less than zero. */
  private static final long BEGUN = -5_000_000_000L;

  private static final long MILLI = 1_000_000;

  private final Operations operations = new Operations();

  @Test
  void a_percentile_is_one_of_the_durations() {
    for (int i = 200; i > 0; i--) {
      operations.add(BEGUN + i * MILLI, i * MILLI);
    }
    Figures figures = operations.figures(1000, BEGUN, 2000 * MILLI);
    assertThat(figures).isEqualTo(new Figures(500, 100, 198, new Latency(100, 198), null));
  }

  @Test
  void an_operation_that_began_in_the_first_seconds_is_one_of_theirs() {
    long warm = BEGUN + Operations.FIRST.toNanos();
    operations.add(warm + 500 * MILLI, 501 * MILLI);
    operations.add(warm + 7 * MILLI, 7 * MILLI);
    operations.add(warm + 9 * MILLI, 3 * MILLI);
    Figures figures = operations.figures(3, BEGUN, 6000 * MILLI);
    assertThat(figures.firstSeconds()).isEqualTo(new Latency(501, 501));
    assertThat(figures.rest()).isEqualTo(new Latency(3, 7));
  }

  @Test
  void of_nothing_there_are_no_figures() {
    assertThatIllegalStateException().isThrownBy(() -> operations.figures(0, BEGUN, 1));
  }
}
