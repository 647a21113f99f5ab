package io.messina.bench.http;

import io.messina.bench.figures.DiskSync;
import io.messina.bench.figures.Percentiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures a server over HTTP, arm by arm; servers that are compared take turns. */
public final class HttpBench {

  private static final String SMALL_HEAP = "-Xmx512m";

  private HttpBench() {}

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
    HttpArm arm = HttpArm.parse(arguments.getFirst());
    run(arm, HttpSettings.read(arm, arguments.subList(1, arguments.size())));
  }

  private static String help() {
    StringBuilder help = new StringBuilder("./messina bench http ARM [FLAGS]\n\n");
    for (HttpArm arm : HttpArm.values()) {
      help.append("  %-12s%s; %d connections%n".formatted(arm, arm.meaning(), arm.connections()));
    }
    return help.append('\n').append(HttpSettings.HELP).toString();
  }

  private static void run(HttpArm arm, HttpSettings settings) throws IOException {
    Percentiles sync = DiskSync.micros();
    System.out.printf("%s: %s%n", arm, arm.meaning());
    System.out.printf("target: %s%n", arm.target());
    System.out.printf(
        "%d cores, fsync p50 %.0f µs, p99 %.0f µs, %d connections, %d rounds of %d s%n%n",
        Runtime.getRuntime().availableProcessors(),
        sync.median(),
        sync.at(99),
        settings.connections(),
        settings.rounds(),
        settings.length().toSeconds());
    List<HttpContender> contenders = new ArrayList<>();
    try {
      start(arm, settings, contenders);
      takeTurns(settings, contenders);
      print(contenders);
    } finally {
      for (HttpContender contender : contenders) {
        contender.close();
      }
    }
  }

  private static void start(HttpArm arm, HttpSettings settings, List<HttpContender> contenders)
      throws IOException {
    List<String> own = settings.javaOptions();
    contenders.add(contender("this build", arm, own, settings, ownClassPath()));
    for (List<String> options : settings.besides()) {
      contenders.add(contender(String.join(" ", options), arm, options, settings, ownClassPath()));
    }
    if (arm == HttpArm.IDLE_POLLS) {
      contenders.getFirst().poll(settings.polls());
      contenders.add(contender("without polls", arm, own, settings, ownClassPath()));
    } else if (settings.baseline().isPresent()) {
      contenders.add(
          contender(
              "baseline",
              arm,
              own,
              settings,
              ServerProcess.classPathOf(settings.baseline().get())));
    }
  }

  private static HttpContender contender(
      String name, HttpArm arm, List<String> javaOptions, HttpSettings settings, String classPath)
      throws IOException {
    List<String> options = new ArrayList<>(javaOptions);
    if (arm == HttpArm.IDLE_POLLS) {
      options.addFirst(SMALL_HEAP);
    }
    ServerProcess server = ServerProcess.start(classPath, options);
    return HttpContender.of(name, server, arm, settings.connections());
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  private static void takeTurns(HttpSettings settings, List<HttpContender> contenders)
      throws IOException {
    for (HttpContender contender : contenders) {
      contender.warm(settings.length());
    }
    for (int round = 0; round < settings.rounds(); round++) {
      for (HttpContender contender : contenders) {
        contender.measure(settings.length());
      }
    }
  }

  private static void print(List<HttpContender> contenders) {
    System.out.print(Round.COLUMNS);
    contenders.forEach(contender -> System.out.print(contender.line()));
    List<Round> first = contenders.getFirst().rounds();
    for (HttpContender other : contenders.subList(1, contenders.size())) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < first.size(); i++) {
        ratios.add(first.get(i).eventsPerSecond() / other.rounds().get(i).eventsPerSecond());
      }
      System.out.printf(
          "ratio of rounds in turns to %s: %.3f%n", other.name(), Percentiles.of(ratios).median());
    }
  }
}
