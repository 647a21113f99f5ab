package io.messina.bench.enrich;

import io.messina.bench.figures.Percentiles;
import io.messina.enrich.EnrichmentOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measures enrichment beside an unordered pipeline; contenders take turns, in changing order. */
public final class EnrichBench {

  /** Low enough that neither side saturates the permits. */
  private static final int COLD_EVENTS_PER_SECOND = 20_000;

  private static final int COLD_SECONDS = 5;

  private EnrichBench() {}

  /**
   * Runs an arm.
   *
   * @param arguments its name and flags; {@code --help} and {@code -l} tell which there are
   * @throws IllegalArgumentException with a sentence, where the arguments are others
   */
  public static void run(List<String> arguments) {
    if (arguments.isEmpty() || arguments.contains("--help") || arguments.contains("-l")) {
      System.out.print(help());
      return;
    }
    EnrichmentArm arm = EnrichmentArm.parse(arguments.getFirst());
    EnrichmentSettings settings = EnrichmentSettings.read(arguments.subList(1, arguments.size()));
    System.out.printf("%s: %s%ntarget: %s%n%s%n%n", arm, arm.meaning(), arm.target(), settings);
    if (arm == EnrichmentArm.HOT_KEY) {
      hotKey(settings);
    } else {
      takeTurns(arm, settings);
    }
  }

  private static String help() {
    StringBuilder help = new StringBuilder("./messina bench enrich ARM [FLAGS]\n\n");
    for (EnrichmentArm arm : EnrichmentArm.values()) {
      help.append("  %-10s%s%n".formatted(arm, arm.meaning()));
    }
    return help.append('\n').append(EnrichmentSettings.HELP).toString();
  }

  private static void takeTurns(EnrichmentArm arm, EnrichmentSettings settings) {
    List<EnrichmentContender> order = new ArrayList<>(List.of(EnrichmentContender.values()));
    order.forEach(EnrichmentContender::clear);
    Integer[] boxes = boxes(settings.keys());
    for (int round = 0; round <= settings.rounds(); round++) {
      int[] keys = arm.keys(settings, round);
      Collections.rotate(order, 1);
      for (EnrichmentContender contender : order) {
        MeasuredRound measured = contender.measure(settings, keys, boxes);
        if (round > 0) {
          contender.count(measured);
        }
      }
    }
    System.out.println(
        "           events/s  of unordered  requests/event  rounds/event       lost");
    for (EnrichmentContender contender : EnrichmentContender.values()) {
      System.out.printf(
          "%-9s %,10.0f %13.2f %15.3f %13.3f %,10.0f%n",
          contender.name().toLowerCase(Locale.ROOT),
          contender.median(MeasuredRound::eventsPerSecond),
          contender.ratioTo(EnrichmentContender.UNORDERED),
          contender.median(MeasuredRound::requestsPerEvent),
          contender.median(MeasuredRound::writesPerEvent),
          contender.median(MeasuredRound::lost));
    }
  }

  private static void hotKey(EnrichmentSettings settings) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round <= settings.rounds(); round++) {
      boolean hotFirst = round % 2 == 0;
      double first = coldP99(settings, hotFirst, round);
      double second = coldP99(settings, !hotFirst, round);
      double with = hotFirst ? first : second;
      double without = hotFirst ? second : first;
      System.out.printf("p99 of cold keys: %.2f ms with, %.2f ms without%n", with, without);
      if (round > 0) {
        ratios.add(with / without);
      }
    }
    System.out.printf("median of ratios: %.2f%n", Percentiles.of(ratios).median());
  }

  /** Every other event is of one key, if there is a hot one; cold keys have the same rate. */
  private static double coldP99(EnrichmentSettings settings, boolean hot, long seed) {
    int every = hot ? 2 : 1;
    int events = COLD_EVENTS_PER_SECOND * COLD_SECONDS * every;
    int[] cold = EnrichmentArm.UNIFORM.keys(settings.withEvents(events), seed);
    for (int i = 0; hot && i < events; i += 2) {
      cold[i] = 0;
    }
    double[] latencies;
    try (EnrichmentDatabase database = settings.open()) {
      EnrichmentLoop loop =
          new EnrichmentLoop(
              database,
              EnrichmentOptions.DEFAULT
                  .permits(settings.permits())
                  .cache(EnrichmentOptions.Cache.NONE),
              COLD_EVENTS_PER_SECOND * every,
              events);
      loop.run(cold, boxes(settings.keys()));
      latencies = loop.latencies();
    }
    double[] ofCold = new double[events / every];
    for (int i = every - 1; i < events; i += every) {
      ofCold[i / every] = latencies[i];
    }
    return Percentiles.of(ofCold, ofCold.length).at(99);
  }

  static Integer[] boxes(int keys) {
    Integer[] boxes = new Integer[keys];
    Arrays.setAll(boxes, i -> i);
    return boxes;
  }
}
