package io.messina.bench.features;

import io.messina.bench.figures.Percentiles;
import io.messina.bench.http.Latencies;
import io.messina.bench.http.ServerProcess;
import io.messina.store.cql.session.CqlUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Measures features of a server over HTTP, arm by arm; the arms to compare take turns. */
public final class FeatureBench {

  private FeatureBench() {}

  /**
   * Runs an arm.
   *
   * @param arguments its name and flags; {@code --help} and {@code -l} tell which there are
   * @throws IOException where a server cannot be started or breaks off
   * @throws IllegalArgumentException with a sentence, where the arguments are others
   */
  public static void run(List<String> arguments) throws IOException {
    if (arguments.isEmpty() || arguments.contains("--help") || arguments.contains("-l")) {
      System.out.print(help());
      return;
    }
    FeatureArm arm = FeatureArm.parse(arguments.getFirst());
    FeatureSettings settings = FeatureSettings.read(arm, arguments.subList(1, arguments.size()));
    if (arm == FeatureArm.OVERHEAD && settings.store().isEmpty()) {
      throw new IllegalArgumentException("--store: absent (expected: a keyspace of a cluster)");
    }
    System.out.printf("%s: %s%ntarget: %s%n", arm, arm.meaning(), arm.target());
    switch (arm) {
      case LIST, LISTS, VALUES -> takeTurns(arm, settings);
      case STORM -> storm(settings);
      case OVERHEAD -> overhead(settings);
    }
  }

  private static String help() {
    StringBuilder help = new StringBuilder("./messina bench features ARM [FLAGS]\n\n");
    for (FeatureArm arm : FeatureArm.values()) {
      help.append("  %-10s%s; %d connections%n".formatted(arm, arm.meaning(), arm.connections()));
    }
    return help.append('\n').append(FeatureSettings.HELP).toString();
  }

  private static void takeTurns(FeatureArm arm, FeatureSettings settings) throws IOException {
    System.out.printf(
        "%d cores, %d connections, %s requests/s, %d rounds of %d s%n%n",
        Runtime.getRuntime().availableProcessors(),
        settings.connections(),
        settings.rate() == 0 ? "all" : Integer.toString(settings.rate()),
        settings.rounds(),
        settings.length().toSeconds());
    List<FeatureContender> contenders = new ArrayList<>();
    try {
      contenders.add(contender("this build", arm, settings, ownClassPath()));
      if (settings.baseline().isPresent()) {
        contenders.add(
            contender(
                "baseline", arm, settings, ServerProcess.classPathOf(settings.baseline().get())));
      }
      for (int round = 0; round <= settings.rounds(); round++) {
        for (FeatureContender contender : contenders) {
          run(contender, settings, round > 0);
        }
      }
      System.out.print(FeatureContender.COLUMNS);
      contenders.forEach(contender -> System.out.print(contender.line()));
    } finally {
      for (FeatureContender contender : contenders) {
        contender.close();
      }
    }
  }

  private static void run(FeatureContender contender, FeatureSettings settings, boolean counts)
      throws IOException {
    if (counts) {
      contender.measure(settings.length(), settings.rate());
    } else {
      contender.warm(settings.length(), settings.rate());
    }
  }

  private static void storm(FeatureSettings settings) throws IOException {
    try (FeatureContender contender =
        contender("storm", FeatureArm.STORM, settings, ownClassPath())) {
      for (int round = 1; round <= settings.rounds(); round++) {
        System.out.printf(
            "round %d: %,d requests, %,d reads of the store%n",
            round, settings.connections(), contender.storm());
      }
    }
  }

  /** One request of each in turns, so that both have the machine as it is at the moment. */
  private static void overhead(FeatureSettings settings) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    try (FeatureContender contender =
            contender("server", FeatureArm.OVERHEAD, settings, ownClassPath());
        BareQuery bare = new BareQuery(CqlUrl.parse(settings.store().orElseThrow()))) {
      List<Double> differences = new ArrayList<>();
      for (int round = 0; round <= settings.rounds(); round++) {
        Latencies driver = new Latencies();
        Latencies server = new Latencies();
        long untilNanos = System.nanoTime() + settings.length().toNanos();
        while (System.nanoTime() < untilNanos) {
          long beganNanos = System.nanoTime();
          var _ = bare.read(random.nextInt(settings.lists()));
          driver.add(System.nanoTime() - beganNanos);
          server.add((long) (contender.once() * 1e6));
        }
        double difference = server.millis().median() - driver.millis().median();
        System.out.printf(
            "round %d: driver p50 %.3f ms, p99 %.2f ms; server p50 %.3f ms, p99 %.2f ms;"
                + " p50 %.3f ms above%n",
            round,
            driver.millis().median(),
            driver.millis().at(99),
            server.millis().median(),
            server.millis().at(99),
            difference);
        if (round > 0) {
          differences.add(difference);
        }
      }
      System.out.printf("median: p50 %.3f ms above%n", Percentiles.of(differences).median());
    }
  }

  private static FeatureContender contender(
      String name, FeatureArm arm, FeatureSettings settings, String classPath) throws IOException {
    List<String> flags =
        settings.store().map(store -> List.of("--store", store)).orElseGet(List::of);
    ServerProcess server = ServerProcess.start(classPath, settings.javaOptions(), flags);
    return FeatureContender.of(name, server, arm, settings);
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path");
  }
}
