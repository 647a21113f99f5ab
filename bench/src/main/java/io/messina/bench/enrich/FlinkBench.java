package io.messina.bench.enrich;

import io.messina.bench.figures.Percentiles;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Measures the operator for Flink beside Flink's own asynchronous one, each round in a fresh JVM.
 */
public final class FlinkBench {

  /** Begins the line of a round. */
  static final String RESULT = "measured";

  private static final String ROCKS = "frocksdbjni-";

  private static final String HELP =
      """
      ./messina bench flink uniform|zipf PARALLELISM [FLAGS]

        --designs           beside other designs than asynchronous I/O
        --rate N            so many events per second, and how long they take; without it as fast as may be
      """;

  private FlinkBench() {}

  /**
   * Runs an arm.
   *
   * @param arguments its name, the parallelism and flags; {@code --help} and {@code -l} tell which
   *     there are
   * @throws IOException if a JVM does not start
   * @throws InterruptedException if the program is told to stop
   * @throws IllegalArgumentException with a sentence, where the arguments are others
   */
  public static void run(List<String> arguments) throws IOException, InterruptedException {
    if (arguments.size() < 2 || arguments.contains("--help") || arguments.contains("-l")) {
      System.out.print(HELP + EnrichmentSettings.HELP);
      return;
    }
    EnrichmentArm arm = EnrichmentArm.parse(arguments.getFirst());
    int parallelism = Integer.parseInt(arguments.get(1));
    List<String> flags = new ArrayList<>(arguments.subList(2, arguments.size()));
    boolean designs = flags.remove("--designs");
    int rate = rate(flags);
    EnrichmentSettings settings = EnrichmentSettings.read(flags);
    List<FlinkContender> contenders =
        designs
            ? FlinkContender.DESIGNS
            : rate > 0 ? FlinkContender.LATENCY : FlinkContender.THROUGHPUT;
    Map<FlinkContender, List<MeasuredRound>> rounds = new EnumMap<>(FlinkContender.class);
    List<FlinkContender> order = new ArrayList<>(contenders);
    order.forEach(contender -> rounds.put(contender, new ArrayList<>()));
    for (int round = 0; round < settings.rounds(); round++) {
      Collections.rotate(order, 1 + round / contenders.size());
      for (FlinkContender contender : order) {
        MeasuredRound measured = measure(contender, arm, parallelism, round, rate, flags);
        of(rounds, contender).add(measured);
        System.out.printf("%-22s %,10.0f events/s%n", name(contender), measured.eventsPerSecond());
      }
    }
    print(rounds);
  }

  private static int rate(List<String> flags) {
    int flag = flags.indexOf("--rate");
    if (flag < 0 || flag + 1 == flags.size()) {
      return 0;
    }
    flags.remove(flag);
    return Integer.parseInt(flags.remove(flag));
  }

  private static void print(Map<FlinkContender, List<MeasuredRound>> rounds) {
    System.out.println(
        "\n"
            + "                         events/s  of unordered  requests/event  rounds/event     "
            + "  lost    p50 ms");
    for (Map.Entry<FlinkContender, List<MeasuredRound>> each : rounds.entrySet()) {
      FlinkContender contender = each.getKey();
      List<MeasuredRound> own = each.getValue();
      List<MeasuredRound> other = of(rounds, contender.rival());
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < own.size(); i++) {
        ratios.add(own.get(i).eventsPerSecond() / other.get(i).eventsPerSecond());
      }
      System.out.printf(
          "%-22s %,10.0f %13.2f %15.3f %13.3f %,10.0f %9.2f%n",
          name(contender),
          median(own, MeasuredRound::eventsPerSecond),
          Percentiles.of(ratios).median(),
          median(own, MeasuredRound::requestsPerEvent),
          median(own, MeasuredRound::writesPerEvent),
          median(own, MeasuredRound::lost),
          median(own, MeasuredRound::medianMillis));
    }
  }

  private static List<MeasuredRound> of(
      Map<FlinkContender, List<MeasuredRound>> rounds, FlinkContender contender) {
    return Objects.requireNonNull(rounds.get(contender));
  }

  private static String name(FlinkContender contender) {
    return contender.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static double median(List<MeasuredRound> rounds, ToDoubleFunction<MeasuredRound> figure) {
    return Percentiles.of(rounds.stream().map(figure::applyAsDouble).toList()).median();
  }

  /** Flink's own build of RocksDB comes before that of the embedded store, whose classes it has. */
  private static String classPath() throws IOException {
    String own = System.getProperty("java.class.path");
    List<String> parts = List.of(own.split(File.pathSeparator, -1));
    Optional<String> listed = parts.stream().filter(part -> part.contains(ROCKS)).findFirst();
    return (listed.isPresent() ? listed.get() : inLib(parts.getFirst())) + File.pathSeparator + own;
  }

  private static String inLib(String jar) throws IOException {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(Path.of(jar).resolveSibling("lib"), ROCKS + "*.jar")) {
      return found.iterator().next().toString();
    }
  }

  private static MeasuredRound measure(
      FlinkContender contender,
      EnrichmentArm arm,
      int parallelism,
      int round,
      int rate,
      List<String> flags)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx3g",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath(),
                FlinkRound.class.getName(),
                contender.name(),
                arm.name(),
                Integer.toString(parallelism),
                Integer.toString(round),
                Integer.toString(rate)));
    command.addAll(flags);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String result =
          lines.lines().filter(line -> line.startsWith(RESULT)).reduce((a, b) -> b).orElse("");
      if (process.waitFor() != 0 || result.isEmpty()) {
        throw new IllegalStateException(contender + ": the job has failed, see above");
      }
      String[] figures = result.split(" ", -1);
      return new MeasuredRound(
          Double.parseDouble(figures[1]),
          Double.parseDouble(figures[2]),
          Double.parseDouble(figures[3]),
          Long.parseLong(figures[4]),
          Double.parseDouble(figures[5]));
    }
  }
}
