package io.messina.bench.peers;

import io.messina.bench.figures.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A ratio of two arms, each round by itself, with what is wanted of it.
 *
 * @param name of the ratio
 * @param above the arm that is divided
 * @param below the arm that it is divided by
 * @param ofBaseline whether that is the one of the other build
 * @param figure what is compared
 * @param target in words
 */
record Target(
    String name,
    PeerArm above,
    PeerArm below,
    boolean ofBaseline,
    ToDoubleFunction<PeerRound> figure,
    String target) {

  private static final String RATE = "events/s";
  private static final String CPU = "CPU of the server for an event";

  /** All of them, in the order of the tables. */
  static List<Target> all() {
    List<Target> all =
        new ArrayList<>(
            List.of(
                rate(PeerArm.NDJSON, PeerArm.KAFKA, "≥ 1.0"),
                rate(PeerArm.CLIENT, PeerArm.KAFKA, "≥ 1.3"),
                rate(PeerArm.NDJSON, PeerArm.KAFKA_FLUSH, "≥ 4"),
                rate(PeerArm.CLIENT, PeerArm.KAFKA_FLUSH, "≥ 4"),
                new Target(
                    "CPU of server and clients for an event",
                    PeerArm.CLIENT,
                    PeerArm.KAFKA,
                    false,
                    PeerRound::bothMicros,
                    "≤ 1.0"),
                new Target(
                    CPU,
                    PeerArm.SINGLES,
                    PeerArm.CONSTANT,
                    false,
                    PeerRound::serverMicros,
                    "≤ 1.8"),
                new Target(
                    CPU,
                    PeerArm.SINGLES_NEUTRAL,
                    PeerArm.CONSTANT_NEUTRAL,
                    false,
                    PeerRound::serverMicros,
                    "≤ 1.8"),
                rate(PeerArm.NDJSON, PeerArm.POSTGRES_BATCHES, ""),
                rate(PeerArm.SINGLES, PeerArm.POSTGRES_SINGLES, ""),
                rate(PeerArm.CLAIMS, PeerArm.KAFKA_SHARE, ""),
                rate(PeerArm.CLAIMS, PeerArm.POSTGRES_CLAIMS, ""),
                baseline(PeerArm.NDJSON, CPU, PeerRound::serverMicros, "≤ 0.40"),
                baseline(PeerArm.CLIENT, CPU, PeerRound::serverMicros, "≤ 0.16"),
                baseline(PeerArm.SINGLES, CPU, PeerRound::serverMicros, "≤ 0.42"),
                baseline(PeerArm.CLAIMS, RATE, PeerRound::eventsPerSecond, "≥ 2")));
    arrivals(all, PeerArm.HANDLER_5000, PeerArm.KAFKA_5000);
    arrivals(all, PeerArm.HANDLER_5000, PeerArm.KAFKA_FLUSH_5000);
    arrivals(all, PeerArm.POLL_5000, PeerArm.KAFKA_5000);
    arrivals(all, PeerArm.POLL_5000, PeerArm.KAFKA_FLUSH_5000);
    arrivals(all, PeerArm.HANDLER_10000, PeerArm.KAFKA_10000);
    arrivals(all, PeerArm.HANDLER_10000, PeerArm.KAFKA_FLUSH_10000);
    arrivals(all, PeerArm.POLL_10000, PeerArm.KAFKA_10000);
    arrivals(all, PeerArm.POLL_10000, PeerArm.KAFKA_FLUSH_10000);
    return all;
  }

  private static Target rate(PeerArm above, PeerArm below, String target) {
    return new Target(RATE, above, below, false, PeerRound::eventsPerSecond, target);
  }

  private static Target baseline(
      PeerArm arm, String name, ToDoubleFunction<PeerRound> figure, String target) {
    return new Target(name, arm, arm, true, figure, target);
  }

  private static void arrivals(List<Target> all, PeerArm above, PeerArm below) {
    all.add(new Target("p50", above, below, false, PeerRound::p50Millis, "≤ 1.0"));
    all.add(new Target("p99", above, below, false, PeerRound::p99Millis, "≤ 1.0"));
  }

  /** The ratios of the rounds that both arms have had; empty where one has not run. */
  Optional<Percentiles> of(List<ArmRounds> arms) {
    return find(arms, above, false)
        .flatMap(some -> find(arms, below, ofBaseline).flatMap(others -> ratios(some, others)));
  }

  private Optional<Percentiles> ratios(ArmRounds some, ArmRounds others) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(some.rounds().size(), others.rounds().size()); i++) {
      ratios.add(
          figure.applyAsDouble(some.rounds().get(i))
              / figure.applyAsDouble(others.rounds().get(i)));
    }
    return ratios.isEmpty() ? Optional.empty() : Optional.of(Percentiles.of(ratios));
  }

  private static Optional<ArmRounds> find(List<ArmRounds> arms, PeerArm arm, boolean isBaseline) {
    return arms.stream()
        .filter(each -> each.arm() == arm && each.isBaseline() == isBaseline)
        .findFirst();
  }

  /** Both arms, with a sign of division between them. */
  String arms() {
    return above + " ÷ " + below + (ofBaseline ? " (baseline)" : "");
  }
}
