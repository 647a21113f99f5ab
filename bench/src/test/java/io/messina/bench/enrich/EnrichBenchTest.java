package io.messina.bench.enrich;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnrichBenchTest {

  private static final EnrichmentSettings SMALL =
      new EnrichmentSettings(1, 2_000, 10, 20, 100, Optional.empty());

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNORDERED")
  void enrichment_loses_no_update_and_needs_fewer_rounds_than_events(
      EnrichmentContender contender) {
    MeasuredRound measured =
        contender.measure(
            SMALL, EnrichmentArm.ZIPF.keys(SMALL, 1), EnrichBench.boxes(SMALL.keys()));
    assertThat(measured.lost()).isZero();
    assertThat(measured.writesPerEvent()).isLessThan(1);
  }
}
