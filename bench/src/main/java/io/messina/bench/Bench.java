package io.messina.bench;

import io.messina.bench.aggregates.AggregateBench;
import io.messina.bench.cql.ClusterBench;
import io.messina.bench.enrich.EnrichBench;
import io.messina.bench.enrich.FlinkBench;
import io.messina.bench.features.FeatureBench;
import io.messina.bench.http.HttpBench;
import io.messina.bench.messages.MessageBench;
import io.messina.bench.peers.PeerBench;
import io.messina.bench.streams.StreamRates;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.Main;

/** Runs a comparison by its name, or JMH with the arguments given. */
final class Bench {

  private static final Map<String, Comparison> COMPARISONS =
      Map.of(
          "streams", arguments -> StreamRates.run(String.join(" ", arguments)),
          "http", HttpBench::run,
          "features", FeatureBench::run,
          "aggregates", AggregateBench::run,
          "messages", MessageBench::run,
          "enrich", EnrichBench::run,
          "flink", FlinkBench::run,
          "cql", ClusterBench::run,
          "peers", PeerBench::run);

  /** Runs with the arguments behind its name. */
  @FunctionalInterface
  private interface Comparison {
    void run(List<String> arguments) throws IOException, InterruptedException;
  }

  private Bench() {}

  /**
   * The way in.
   *
   * @param arguments the name of a comparison, and the arguments that its {@code --help} lists;
   *     nothing or {@code --help}, which lists the names; anything else is passed to JMH
   * @throws IOException if there is no room for a store, or JMH cannot write
   * @throws InterruptedException if the program is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    String name = arguments.length == 0 ? "--help" : arguments[0];
    if (name.equals("--help") || name.equals("-h")) {
      System.out.printf(
          """
          Usage: messina bench NAME [ARGUMENTS]
          Measures, and says in one sentence what each number means. What there is, with --help of its own:
            %s
          Any other name is a benchmark of JMH, with its arguments; -l lists these.
          """,
          String.join(", ", new TreeSet<>(COMPARISONS.keySet())));
      return;
    }
    COMPARISONS
        .getOrDefault(name, _ -> Main.main(arguments))
        .run(Stream.of(arguments).skip(1).toList());
  }
}
