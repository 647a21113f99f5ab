package io.messina.enrichment.configured;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.runtime.KeptRunning;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one generation of an enrichment running on this node. Safe for use by many threads. */
final class EnrichmentRunner implements KeptRunning.Work<RunningEnrichment> {

  private static final Logger LOG = LoggerFactory.getLogger(EnrichmentRunner.class);

  private final EnrichmentSite site;
  private final EnrichmentDefinition definition;
  private final KeptRunning<RunningEnrichment> kept;

  EnrichmentRunner(EnrichmentSite site, EnrichmentDefinition definition) {
    this.site = site;
    this.definition = definition;
    this.kept =
        new KeptRunning<>(
            site, this, new LogOnce(LOG, "the enrichment " + definition.name() + " does not run"));
  }

  EnrichmentDefinition definition() {
    return definition;
  }

  /** Starts, without waiting. To be called once. */
  void start() {
    kept.startAfter(() -> {});
  }

  /** Waits until it has begun, or could not, or for some time. */
  void awaitTried(Duration most) {
    kept.awaitTried(most);
  }

  /** Ends it. Repeating it changes nothing. */
  void close() {
    kept.close();
  }

  @Override
  public RunningEnrichment begin() {
    return RunningEnrichment.start(site.context(), site.streams(), definition);
  }

  @Override
  public boolean isThere(RunningEnrichment running) {
    return running.isThere();
  }

  @Override
  public void end(RunningEnrichment running) {
    running.enrichment().close();
  }

  /**
   * What runs.
   *
   * @throws RequestException.Unavailable if nothing does
   */
  RunningEnrichment running() {
    return kept.running(definition.name().toString());
  }

  EnrichmentReport report() {
    Optional<RunningEnrichment> running = kept.running();
    return new EnrichmentReport(
        definition,
        running.isPresent(),
        kept.hindrance().or(() -> running.flatMap(RunningEnrichment::trouble)),
        running.flatMap(EnrichmentRunner::lag),
        running.map(RunningEnrichment::totals).orElse(EnrichmentTotals.NONE));
  }

  private static Optional<Long> lag(RunningEnrichment now) {
    try {
      return Optional.of(now.lag());
    } catch (RequestException _) {
      // Deleted meanwhile, or the store is silent.
      return Optional.empty();
    }
  }
}
