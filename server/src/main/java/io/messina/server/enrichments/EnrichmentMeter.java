package io.messina.server.enrichments;

import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.enrichment.configured.Enrichments;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Looks at the enrichments of this node when somebody asks for metrics. Safe for use by many
 * threads.
 */
final class EnrichmentMeter {

  private final MeterRegistry registry;
  private final Enrichments enrichments;
  private final Map<MultiGauge, Function<EnrichmentReport, Optional<Double>>> gauges =
      new LinkedHashMap<>();

  EnrichmentMeter(MeterRegistry registry, Enrichments enrichments) {
    this.registry = registry;
    this.enrichments = enrichments;
    total("events", "Events that were taken on this node.", EnrichmentTotals::events);
    total("rounds", "Writes of a state, each for one or more events.", EnrichmentTotals::rounds);
    total("reads", "Requests for a state.", EnrichmentTotals::reads);
    total("cache.hits", "Rounds whose state was in memory.", EnrichmentTotals::cacheHits);
    total("conflicts", "Writes that found another state.", EnrichmentTotals::conflicts);
    total("failures", "Requests that failed, or timed out.", EnrichmentTotals::failures);
    total("timeouts", "Requests that were not answered in time.", EnrichmentTotals::timeouts);
    total(
        "late.answers",
        "Answers that came after they were given up.",
        EnrichmentTotals::lateAnswers);
    total("dead.letters", "Events that were set aside.", EnrichmentTotals::deadLetters);
    total(
        "requests",
        "Requests at the database that were answered, or timed out.",
        EnrichmentTotals::requests);
    total("request.seconds", "How long these took together.", EnrichmentTotals::requestSeconds);
    total(
        "keys.busy",
        "Keys with events that are not in their states yet.",
        EnrichmentTotals::keysBusy);
    total("events.buffered", "Such events that are in memory.", EnrichmentTotals::eventsBuffered);
    total("permits.in.use", "Requests that are at the database.", EnrichmentTotals::permitsInUse);
    gauge(
        "lag.events",
        "Events of this node's shards not in the states yet.",
        report -> report.lag().map(Long::doubleValue));
  }

  /** Looks at all enrichments; called before metrics are shown. */
  void refresh() {
    List<EnrichmentReport> reports =
        enrichments.catalog().view().enrichments().values().stream()
            .map(enrichments::report)
            .toList();
    gauges.forEach((gauge, number) -> show(gauge, reports, number));
  }

  private static void show(
      MultiGauge gauge,
      List<EnrichmentReport> reports,
      Function<EnrichmentReport, Optional<Double>> number) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (EnrichmentReport report : reports) {
      Tags tags = Tags.of("enrichment", report.definition().name().value());
      number.apply(report).ifPresent(value -> rows.add(MultiGauge.Row.of(tags, value)));
    }
    gauge.register(rows, true);
  }

  private void total(String name, String description, ToDoubleFunction<EnrichmentTotals> number) {
    gauge(name, description, report -> Optional.of(number.applyAsDouble(report.totals())));
  }

  private void gauge(
      String name, String description, Function<EnrichmentReport, Optional<Double>> number) {
    MultiGauge gauge =
        MultiGauge.builder("messina.enrichment." + name)
            .description(description)
            .register(registry);
    gauges.put(gauge, number);
  }
}
