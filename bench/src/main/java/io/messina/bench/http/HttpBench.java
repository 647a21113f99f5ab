package io.messina.bench.http;

import io.messina.bench.figures.DiskSync;
import io.messina.bench.figures.Percentiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

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
      help.append("  %-14s%s; %d connections%n".formatted(arm, arm.meaning(), arm.connections()));
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
    switch (arm) {
      case INGEST, SINGLES, CLAIMS, IDLE_POLLS -> startOpen(arm, settings, contenders);
      case TOKENS -> {
        contenders.add(startWithTokens("with tokens", arm, settings, 0));
        contenders.add(
            new Servers(arm, settings, ownClassPath(), Optional.empty(), 1)
                .start("without tokens", settings.javaOptions()));
      }
      case FORWARDED -> {
        Servers owner =
            new Servers(arm, settings, ownClassPath(), Optional.of(settings.keyspace()), 1);
        contenders.add(owner.start("owner", settings.javaOptions()));
        contenders.add(owner.start("gateway", settings.javaOptions(), "--roles", "gateway"));
      }
      case GREEDY_TOKEN -> {
        int quota = TokenServer.QUOTA;
        contenders.add(startWithTokens("3 x its quota", arm, settings, 3 * quota));
        contenders.add(startWithTokens("within it", arm, settings, quota * 9 / 10));
      }
    }
  }

  /**
   * Starts a server that asks for tokens.
   *
   * @param besidePerSecond events of another client; 0 if there is none
   */
  private static HttpContender startWithTokens(
      String name, HttpArm arm, HttpSettings settings, int besidePerSecond) throws IOException {
    TokenServer server = TokenServer.start(ownClassPath(), settings.javaOptions());
    Bearer token = server.token("load", 1_000_000_000);
    HttpContender contender =
        HttpContender.of(name, List.of(server.process()), arm, settings.connections(), token);
    if (besidePerSecond > 0) {
      contender.beside(server.token("greedy", TokenServer.QUOTA), besidePerSecond);
    }
    return contender;
  }

  private static void startOpen(HttpArm arm, HttpSettings settings, List<HttpContender> contenders)
      throws IOException {
    List<String> own = settings.javaOptions();
    Servers here = new Servers(arm, settings, ownClassPath(), settings.store(), 1);
    contenders.add(here.start("this build", own));
    for (List<String> options : settings.besides()) {
      contenders.add(here.start(String.join(" ", options), options));
    }
    if (arm == HttpArm.IDLE_POLLS) {
      contenders.getFirst().poll(settings.polls());
      contenders.add(here.start("without polls", own));
    } else if (settings.baseline().isPresent() || settings.besideStore().isPresent()) {
      String classPath =
          settings.baseline().map(ServerProcess::classPathOf).orElseGet(HttpBench::ownClassPath);
      Servers beside =
          new Servers(arm, settings, classPath, settings.besideStore(), settings.servers());
      String name = settings.baseline().isPresent() ? "baseline" : settings.servers() + " servers";
      contenders.add(beside.start(name, own));
    }
  }

  /** A kind of servers to start. */
  private record Servers(
      HttpArm arm, HttpSettings settings, String classPath, Optional<String> store, int count) {

    HttpContender start(String name, List<String> javaOptions, String... more) throws IOException {
      List<String> options = new ArrayList<>(javaOptions);
      if (arm == HttpArm.IDLE_POLLS) {
        options.addFirst(SMALL_HEAP);
      }
      List<String> flags = new ArrayList<>(List.of(more));
      store.ifPresent(url -> flags.addAll(List.of("--store", url)));
      List<ServerProcess> started = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        started.add(ServerProcess.start(classPath, options, flags));
      }
      return HttpContender.of(name, started, arm, settings.connections(), Bearer.NONE);
    }
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
      for (HttpContender contender : round % 2 == 0 ? contenders : contenders.reversed()) {
        contender.measure(settings.length());
      }
    }
  }

  private static void print(List<HttpContender> contenders) {
    System.out.print(Round.COLUMNS);
    contenders.forEach(contender -> System.out.print(contender.line()));
    List<Round> first = contenders.getFirst().rounds();
    for (HttpContender other : contenders.subList(1, contenders.size())) {
      System.out.printf(
          "ratio of rounds in turns to %s: rate %s, µs/event %s, p99 %s%n",
          other.name(),
          ratio(first, other.rounds(), Round::eventsPerSecond),
          ratio(first, other.rounds(), Round::serverMicrosPerEvent),
          ratio(first, other.rounds(), Round::p99Millis));
    }
  }

  private static String ratio(
      List<Round> first, List<Round> other, ToDoubleFunction<Round> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      ratios.add(figure.applyAsDouble(first.get(i)) / figure.applyAsDouble(other.get(i)));
    }
    Percentiles all = Percentiles.of(ratios);
    return "%.3f (%.3f – %.3f)".formatted(all.median(), all.at(25), all.at(75));
  }
}
