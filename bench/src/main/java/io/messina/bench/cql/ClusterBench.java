package io.messina.bench.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.bench.cql.ClusterStream.Figures;
import io.messina.bench.figures.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Compares a stream on a cluster with the bare driver, arms in turns. */
public final class ClusterBench {

  private ClusterBench() {}

  /**
   * Runs all arms.
   *
   * @param arguments a URL and flags; {@code --help} tells which there are
   * @throws InterruptedException if the program is told to stop
   * @throws IllegalArgumentException with a sentence, where the arguments are others
   */
  public static void run(List<String> arguments) throws InterruptedException {
    if (arguments.isEmpty() || arguments.contains("--help")) {
      System.out.print(CqlSettings.HELP);
      return;
    }
    CqlSettings settings = CqlSettings.read(arguments);
    try (CqlSession session = BareSession.open(settings.cluster());
        ClusterStream stream = new ClusterStream(settings)) {
      takeTurns(settings, stream, new BareRows(session), new RowPerEvent(session));
    }
  }

  private static void takeTurns(
      CqlSettings settings, ClusterStream stream, BareRows bare, RowPerEvent single)
      throws InterruptedException {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i <= settings.rounds(); i++) {
      Round round =
          new Round(
              stream.run(settings.events()),
              bare.run(settings.events(), settings.clients()),
              single.run(settings.singles(), settings.clients()));
      System.out.printf(
          "round %d: append %,.0f/s (%.0f events per write), claim and ack %,.0f/s, end to end"
              + " %,.0f/s, fenced writes per event %.4f; bare rows %,.0f/s; row per event"
              + " %,.0f/s%n",
          i,
          round.stream.append(),
          round.stream.eventsPerWrite(),
          round.stream.claimAndAck(),
          round.stream.endToEnd(),
          round.stream.fencedPerEvent(),
          round.bare,
          round.single);
      if (i > 0) {
        rounds.add(round);
      }
    }
    System.out.printf(
        "median: append %,.0f/s, %.2f of bare rows; end to end %,.0f/s, %.0f times a row per event;"
            + " fenced writes per event %.4f%n",
        median(rounds, round -> round.stream.append()),
        median(rounds, round -> round.stream.append() / round.bare),
        median(rounds, round -> round.stream.endToEnd()),
        median(rounds, round -> round.stream.endToEnd() / round.single),
        median(rounds, round -> round.stream.fencedPerEvent()));
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return Percentiles.of(rounds.stream().map(figure::applyAsDouble).toList()).median();
  }

  private record Round(Figures stream, double bare, double single) {}
}
