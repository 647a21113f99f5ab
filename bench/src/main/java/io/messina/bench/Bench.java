package io.messina.bench;

import io.messina.bench.aggregates.AggregateBench;
import io.messina.bench.cql.ClusterBench;
import io.messina.bench.enrich.EnrichBench;
import io.messina.bench.enrich.FlinkBench;
import io.messina.bench.features.FeatureBench;
import io.messina.bench.http.HttpBench;
import io.messina.bench.messages.MessageBench;
import io.messina.bench.streams.StreamRates;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.Main;
import org.rocksdb.RocksDBException;

/** Runs a comparison by its name, or JMH with the arguments given. */
final class Bench {

  private Bench() {}

  /**
   * The way in.
   *
   * @param arguments {@code big-rows} for the comparison of that name, {@code streams} with {@code
   *     rates}, {@code latency}, {@code volume} or {@code depth}, {@code http}, {@code features},
   *     {@code aggregates}, {@code messages}, {@code enrich}, {@code flink} and {@code cql} with
   *     the arguments that their {@code --help} lists; anything else is passed to JMH
   * @throws IOException if there is no room for a store, or JMH cannot write
   * @throws InterruptedException if the program is told to stop
   * @throws RocksDBException if the bare arm fails
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, RocksDBException {
    if (arguments.length == 1 && arguments[0].equals("big-rows")) {
      BigRowComparison.run();
    } else if (arguments.length == 2 && arguments[0].equals("streams")) {
      StreamRates.run(arguments[1]);
    } else if (arguments.length > 0 && arguments[0].equals("http")) {
      HttpBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("features")) {
      FeatureBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("aggregates")) {
      AggregateBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("messages")) {
      MessageBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("enrich")) {
      EnrichBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("flink")) {
      FlinkBench.run(List.of(arguments).subList(1, arguments.length));
    } else if (arguments.length > 0 && arguments[0].equals("cql")) {
      ClusterBench.run(List.of(arguments).subList(1, arguments.length));
    } else {
      Main.main(arguments);
    }
  }
}
