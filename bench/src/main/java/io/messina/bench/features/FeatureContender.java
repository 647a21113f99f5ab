package io.messina.bench.features;

import io.messina.bench.figures.Percentiles;
import io.messina.bench.http.HttpLoad;
import io.messina.bench.http.Measured;
import io.messina.bench.http.ServerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A filled server with the load that is put on it. */
final class FeatureContender implements AutoCloseable {

  static final String COLUMNS =
      "%-14s %10s %8s %8s %8s %8s %9s%n"
          .formatted("server", "requests/s", "p50 ms", "p99 ms", "max ms", "cores", "ms/request");

  private static final int PREPARED = 1_000;
  private static final int PREPARED_MANY = 64;
  private static final int VALUED_MAX = 1_000;

  private final String name;
  private final FilledServer server;
  private final HttpLoad load;
  private final List<Round> rounds = new ArrayList<>();

  private FeatureContender(String name, FilledServer server, HttpLoad load) {
    this.name = name;
    this.server = server;
    this.load = load;
  }

  /** Fills a server, which is closed with this, and connects. */
  static FeatureContender of(
      String name, ServerProcess process, FeatureArm arm, FeatureSettings settings)
      throws IOException {
    FilledServer server = new FilledServer(process);
    if (arm == FeatureArm.VALUES) {
      server.fillValues(Math.min(settings.lists(), VALUED_MAX));
    } else {
      server.fillLists(settings.lists());
    }
    Asked asked = asked(arm, settings.lists());
    return new FeatureContender(
        name, server, new HttpLoad(process.address(), settings.connections(), () -> asked));
  }

  private static Asked asked(FeatureArm arm, int lists) {
    SplittableRandom random = new SplittableRandom(1);
    return switch (arm) {
      case LIST, OVERHEAD ->
          Asked.of(
              requests(PREPARED, () -> FeatureRequests.list(random.nextInt(lists))),
              "{\"items\":[{");
      case STORM -> Asked.of(List.of(FeatureRequests.list(0)), "{\"items\":[{");
      case LISTS ->
          Asked.of(
              requests(PREPARED_MANY, () -> FeatureRequests.lists(some(random, lists))),
              "{\"lists\":[{");
      case VALUES ->
          Asked.of(
              requests(
                  PREPARED_MANY,
                  () -> FeatureRequests.values(some(random, Math.min(lists, VALUED_MAX)))),
              "{\"entities\":[{");
    };
  }

  private static List<ByteBuffer> requests(int count, Supplier<ByteBuffer> each) {
    return Stream.generate(each).limit(count).toList();
  }

  private static IntStream some(SplittableRandom random, int below) {
    return random.ints(0, below).distinct().limit(FeatureRequests.MANY);
  }

  /** A round that counts. */
  void measure(Duration length, int rate) throws IOException {
    rounds.add(round(length, rate));
  }

  /** A round that does not. */
  void warm(Duration length, int rate) throws IOException {
    var _ = round(length, rate);
  }

  /** Returns the number of reads of the store needed to answer one request on each connection. */
  long storm() throws IOException {
    long before = server.listReads();
    var _ = load.run(Duration.ZERO);
    return server.listReads() - before;
  }

  /** One request; milliseconds. */
  double once() throws IOException {
    return load.run(Duration.ZERO).latencies().millis().median();
  }

  private Round round(Duration length, int rate) throws IOException {
    double began = seconds(server.process().cpu());
    Measured measured = rate == 0 ? load.run(length) : load.run(length, rate);
    Percentiles millis = measured.latencies().millis();
    double cores = (seconds(server.process().cpu()) - began) / measured.seconds();
    return new Round(measured.rate(), millis.median(), millis.at(99), millis.at(100), cores);
  }

  /** Medians of rounds, as a line of a table. */
  String line() {
    return "%-14s %,10.0f %8.2f %8.2f %8.1f %8.2f %9.3f%n"
        .formatted(
            name,
            median(Round::perSecond),
            median(Round::p50Millis),
            median(Round::p99Millis),
            median(Round::maxMillis),
            median(Round::cores),
            median(round -> round.cores() * 1e3 / round.perSecond()));
  }

  private double median(ToDoubleFunction<Round> value) {
    return Percentiles.of(rounds.stream().map(value::applyAsDouble).toList()).median();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** Of one round; the cores are the ones that the server used. */
  private record Round(
      double perSecond, double p50Millis, double p99Millis, double maxMillis, double cores) {}

  @Override
  public void close() throws IOException {
    load.close();
    server.close();
  }
}
