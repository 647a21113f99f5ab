package io.messina.aggregate.configured;

import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.runtime.KeptRunning;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one generation of an aggregate running on this node. Safe for use by many threads. */
final class AggregateRunner implements KeptRunning.Work<RunningAggregate> {

  private static final Logger LOG = LoggerFactory.getLogger(AggregateRunner.class);

  private final AggregateSite site;
  private final AggregateDefinition definition;
  private final KeptRunning<RunningAggregate> kept;

  AggregateRunner(AggregateSite site, AggregateDefinition definition) {
    this.site = site;
    this.definition = definition;
    this.kept =
        new KeptRunning<>(
            site, this, new LogOnce(LOG, "the aggregate " + definition.name() + " does not run"));
  }

  AggregateDefinition definition() {
    return definition;
  }

  KeptRunning<RunningAggregate> kept() {
    return kept;
  }

  @Override
  public RunningAggregate begin() {
    return RunningAggregate.start(site, definition);
  }

  @Override
  public boolean isThere(RunningAggregate running) {
    return running.isThere();
  }

  @Override
  public void end(RunningAggregate running) {
    running.close();
  }

  /**
   * What runs.
   *
   * @throws RequestException.Unavailable if nothing does
   */
  RunningAggregate running() {
    return kept.running(definition.name().toString());
  }

  AggregateReport report() {
    Optional<RunningAggregate> running = kept.running();
    return new AggregateReport(
        definition,
        running.isPresent(),
        kept.hindrance().or(() -> running.flatMap(RunningAggregate::trouble)),
        running.flatMap(AggregateRunner::lag),
        running.map(RunningAggregate::totals).orElse(AggregateTotals.NONE));
  }

  private static Optional<Long> lag(RunningAggregate now) {
    try {
      return now.lag();
    } catch (RequestException _) {
      // Deleted meanwhile, or the store is silent.
      return Optional.empty();
    }
  }
}
