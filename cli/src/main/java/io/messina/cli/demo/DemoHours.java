package io.messina.cli.demo;

import io.messina.aggregate.configured.Aggregates;
import io.messina.aggregate.configured.RowsQuery;
import io.messina.api.StreamName;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.cli.terminal.Progress;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The unique editors of each channel and hour: two aggregates of the stream of edits. */
final class DemoHours {

  private static final AggregateName EXACT = new AggregateName(DemoNames.HOURLY_EDITORS);
  private static final AggregateName APPROXIMATE =
      new AggregateName(DemoNames.HOURLY_EDITORS + "_approximate");
  private static final Duration HOUR = Duration.ofHours(1);

  private final Aggregates aggregates;

  private record Cell(String channel, Instant hour) {}

  DemoHours(Aggregates aggregates) {
    this.aggregates = aggregates;
  }

  /** Deletes the data of an earlier run. */
  void delete() {
    var _ = aggregates.jobs().delete(EXACT.value(), Precondition.NONE);
    var _ = aggregates.jobs().delete(APPROXIMATE.value(), Precondition.NONE);
  }

  /** Begins to count; the stream exists. */
  void create() {
    create(EXACT, AggregateKind.UNIQUE);
    create(APPROXIMATE, AggregateKind.APPROX_UNIQUE);
  }

  private void create(AggregateName name, AggregateKind kind) {
    AggregateOptions options =
        AggregateOptions.of(new StreamName(DemoNames.EDITS), kind, Optional.of("/user"), HOUR)
            .groupBy("/channel");
    var _ = aggregates.jobs().put(name.value(), options, Precondition.NONE);
  }

  /** Waits until each edit is counted by both. */
  void awaitCounted(int edits, Progress.Step step) {
    Patience.await(
        () -> counted() >= edits,
        this::counted,
        step::reach,
        counted ->
            "nothing was counted, at %d edits (%s),"
                .formatted(counted, report(EXACT).trouble().orElse("no reason known")));
    step.reach(edits);
  }

  private long counted() {
    return Math.min(report(EXACT).totals().added(), report(APPROXIMATE).totals().added());
  }

  private AggregateReport report(AggregateName name) {
    return aggregates.report(aggregates.jobs().find(name.value()));
  }

  /** All channels and hours, by hour and then by channel. */
  List<HourlyEditors> all() {
    Map<Cell, Long> approximate = new HashMap<>();
    rows(APPROXIMATE).forEach(row -> approximate.put(cell(row), value(row)));
    return rows(EXACT).stream()
        .map(
            row ->
                new HourlyEditors(
                    cell(row).channel,
                    row.windowStart(),
                    value(row),
                    approximate.getOrDefault(cell(row), 0L)))
        .toList();
  }

  private List<AggregateRow> rows(AggregateName name) {
    List<AggregateRow> rows = new ArrayList<>();
    Optional<RowsQuery.Place> after = Optional.empty();
    do {
      AggregateRows page =
          aggregates.rows(
              name,
              new RowsQuery(
                  Instant.EPOCH,
                  RowsQuery.END,
                  Optional.empty(),
                  RowsQuery.LIMIT_MAX,
                  after,
                  false));
      rows.addAll(page.rows());
      after = page.next().map(RowsQuery.Place::parse);
    } while (after.isPresent());
    return rows;
  }

  private static Cell cell(AggregateRow row) {
    String channel = JsonMapper.shared().readTree(row.key().orElseThrow().text()).stringValue();
    return new Cell(channel, row.windowStart());
  }

  private static long value(AggregateRow row) {
    return Long.parseLong(row.value().text());
  }
}
