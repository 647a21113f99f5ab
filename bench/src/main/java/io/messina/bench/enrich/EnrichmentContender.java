package io.messina.bench.enrich;

import io.messina.bench.figures.Percentiles;
import io.messina.enrich.EnrichmentOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The contenders that take turns. */
enum EnrichmentContender {
  UNORDERED,
  /** Enrichment that reads the row for each round. */
  MERGING,
  /** Enrichment with its cache. */
  CACHING;

  private final List<MeasuredRound> rounds = new ArrayList<>();

  MeasuredRound measure(EnrichmentSettings settings, int[] keys, Integer[] boxes) {
    EnrichmentDatabase database = settings.open();
    long began = System.nanoTime();
    try (database) {
      if (this == UNORDERED) {
        new Unordered(database, settings.permits()).run(keys);
      } else {
        new EnrichmentLoop(database, options(settings), 0, keys.length).run(keys, boxes);
      }
    }
    return MeasuredRound.of(database, keys.length, began, System.nanoTime());
  }

  private EnrichmentOptions options(EnrichmentSettings settings) {
    EnrichmentOptions options = EnrichmentOptions.DEFAULT.permits(settings.permits());
    return this == CACHING ? options : options.cache(EnrichmentOptions.Cache.NONE);
  }

  void count(MeasuredRound measured) {
    rounds.add(measured);
  }

  void clear() {
    rounds.clear();
  }

  double median(ToDoubleFunction<MeasuredRound> figure) {
    return Percentiles.of(rounds.stream().map(figure::applyAsDouble).toList()).median();
  }

  /** The median of the ratios of rounds that were run one after the other. */
  double ratioTo(EnrichmentContender other) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < rounds.size(); i++) {
      ratios.add(rounds.get(i).eventsPerSecond() / other.rounds.get(i).eventsPerSecond());
    }
    return Percentiles.of(ratios).median();
  }
}
