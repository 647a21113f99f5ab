package io.messina.bench.peers;

import io.messina.bench.figures.Percentiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rounds of an arm.
 *
 * @param arm which
 * @param isBaseline whether the other build was measured
 * @param rounds that counted, in their order
 */
record ArmRounds(PeerArm arm, boolean isBaseline, List<PeerRound> rounds) {

  ArmRounds {
    rounds = List.copyOf(rounds);
  }

  String name() {
    return isBaseline ? arm + " (baseline)" : arm.toString();
  }

  /** A figure of all rounds. */
  Percentiles all(ToDoubleFunction<PeerRound> figure) {
    return Percentiles.of(rounds.stream().map(figure::applyAsDouble).toList());
  }

  /** The median of a figure; of two rounds their mean. */
  double median(ToDoubleFunction<PeerRound> figure) {
    return all(figure).median();
  }
}
