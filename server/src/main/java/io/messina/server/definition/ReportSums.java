package io.messina.server.definition;

import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedStatus;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.api.sink.SinkReport;
import io.messina.api.sink.SinkTotals;
import io.messina.server.definition.NodeReports.Merging;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Merges the reports of two nodes: counts are added, a job runs if it does on both, and a number
 * that one node does not know is not known.
 */
public final class ReportSums {

  private static final double HUNDREDTHS = 100.0;
  private static final double THOUSANDTHS = 1_000.0;

  /** Of aggregates. */
  public static final Merging<AggregateReport> AGGREGATES =
      new Merging<>(
          (one, other) ->
              new AggregateReport(
                  one.definition(),
                  one.running() && other.running(),
                  one.trouble().or(other::trouble),
                  sum(one.lag(), other.lag()),
                  one.skippedLast().or(other::skippedLast),
                  sum(one.totals(), other.totals())),
          (report, why) ->
              new AggregateReport(
                  report.definition(),
                  report.running(),
                  report.trouble().or(() -> Optional.of(why)),
                  Optional.empty(),
                  report.skippedLast(),
                  report.totals()));

  /** Of enrichments. */
  public static final Merging<EnrichmentReport> ENRICHMENTS =
      new Merging<>(
          (one, other) ->
              new EnrichmentReport(
                  one.definition(),
                  one.running() && other.running(),
                  one.trouble().or(other::trouble),
                  sum(one.lag(), other.lag()),
                  sum(one.totals(), other.totals())),
          (report, why) ->
              new EnrichmentReport(
                  report.definition(),
                  report.running(),
                  report.trouble().or(() -> Optional.of(why)),
                  Optional.empty(),
                  report.totals()));

  /** Of sinks. */
  public static final Merging<SinkReport> SINKS =
      new Merging<>(
          (one, other) ->
              new SinkReport(
                  one.definition(),
                  one.running() && other.running(),
                  one.trouble().or(other::trouble),
                  sum(one.lag(), other.lag()),
                  sum(one.totals(), other.totals())),
          (report, why) ->
              new SinkReport(
                  report.definition(),
                  report.running(),
                  report.trouble().or(() -> Optional.of(why)),
                  Optional.empty(),
                  report.totals()));

  /** Of feeds. */
  public static final Merging<FeedStatus> FEEDS =
      new Merging<>(
          (one, other) ->
              new FeedStatus(
                  one.definition(),
                  one.running() && other.running(),
                  one.trouble().or(other::trouble),
                  sum(one.lag(), other.lag()),
                  earlier(one.oldestUnfed(), other.oldestUnfed()),
                  sum(one.counts(), other.counts())),
          (report, why) ->
              new FeedStatus(
                  report.definition(),
                  report.running(),
                  report.trouble().or(() -> Optional.of(why)),
                  Optional.empty(),
                  report.oldestUnfed(),
                  report.counts()));

  /** Of connectors; each node counts the uncertain messages of all. */
  public static final Merging<ConnectorReport> CONNECTORS =
      new Merging<>(
          (one, other) ->
              new ConnectorReport(
                  one.definition(),
                  one.running() && other.running(),
                  one.trouble().or(other::trouble),
                  one.resting() || other.resting(),
                  one.paused() || other.paused(),
                  sum(one.waiting(), other.waiting()),
                  one.uncertain().or(other::uncertain)),
          (report, why) ->
              new ConnectorReport(
                  report.definition(),
                  report.running(),
                  report.trouble().or(() -> Optional.of(why)),
                  report.resting(),
                  report.paused(),
                  Optional.empty(),
                  report.uncertain()));

  private ReportSums() {}

  private static Optional<Long> sum(Optional<Long> one, Optional<Long> other) {
    return one.flatMap(number -> other.map(it -> number + it));
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  private static AggregateTotals sum(AggregateTotals one, AggregateTotals other) {
    return new AggregateTotals(
        one.added() + other.added(),
        one.late() + other.late(),
        one.ahead() + other.ahead(),
        one.skipped() + other.skipped(),
        new AggregateTotals.Snapshots(
            one.snapshots().snapshots() + other.snapshots().snapshots(),
            one.snapshots().snapshotFailures() + other.snapshots().snapshotFailures(),
            one.snapshots().uploadedBytes() + other.snapshots().uploadedBytes()),
        new AggregateTotals.Recovery(
            one.recovery().windowsDropped() + other.recovery().windowsDropped(),
            one.recovery().gaps() + other.recovery().gaps(),
            one.recovery().quarantined() + other.recovery().quarantined(),
            one.recovery().restored() + other.recovery().restored()));
  }

  private static EnrichmentTotals sum(EnrichmentTotals one, EnrichmentTotals other) {
    long rounds = one.rounds() + other.rounds();
    double applied = one.eventsPerRound() * one.rounds() + other.eventsPerRound() * other.rounds();
    Map<String, Long> skipped = new TreeMap<>(one.skipped());
    other.skipped().forEach((field, events) -> skipped.merge(field, events, Long::sum));
    return new EnrichmentTotals(
        one.events() + other.events(),
        rounds,
        rounds == 0 ? 0 : Math.round(HUNDREDTHS * applied / rounds) / HUNDREDTHS,
        one.reads() + other.reads(),
        one.cacheHits() + other.cacheHits(),
        one.replayed() + other.replayed(),
        one.conflicts() + other.conflicts(),
        one.failures() + other.failures(),
        one.timeouts() + other.timeouts(),
        one.lateAnswers() + other.lateAnswers(),
        one.deadLetters() + other.deadLetters(),
        one.withoutKey() + other.withoutKey(),
        skipped,
        one.requests() + other.requests(),
        Math.round(THOUSANDTHS * (one.requestSeconds() + other.requestSeconds())) / THOUSANDTHS,
        one.keysBusy() + other.keysBusy(),
        one.eventsBuffered() + other.eventsBuffered(),
        one.permitsInUse() + other.permitsInUse());
  }

  private static SinkTotals sum(SinkTotals one, SinkTotals other) {
    return new SinkTotals(
        one.posted() + other.posted(),
        one.batches() + other.batches(),
        one.failures() + other.failures(),
        one.deadLetters() + other.deadLetters());
  }

  private static FeedCounts sum(FeedCounts one, FeedCounts other) {
    return new FeedCounts(
        one.fed() + other.fed(),
        one.expired() + other.expired(),
        one.skipped() + other.skipped(),
        one.passed() + other.passed(),
        one.lastSkip().or(other::lastSkip));
  }
}
