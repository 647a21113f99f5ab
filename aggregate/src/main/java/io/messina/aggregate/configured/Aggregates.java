package io.messina.aggregate.configured;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateAnswer;
import io.messina.aggregate.node.StateSettings;
import io.messina.api.Json;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.JobReport;
import io.messina.runtime.job.Jobs;
import io.messina.runtime.job.RunningJob;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/**
 * The aggregates by configuration, the ones that run on this node, and their rows. Safe for use by
 * many threads.
 */
public final class Aggregates implements AutoCloseable {

  /** Pages of rows that are read at once, as each takes memory; others wait for their turn. */
  private static final int READING_MAX = 8;

  private final Jobs<AggregateOptions, AggregateDefinition, RunningAggregate> jobs;
  private final Semaphore reading = new Semaphore(READING_MAX);

  private Aggregates(Jobs<AggregateOptions, AggregateDefinition, RunningAggregate> jobs) {
    this.jobs = jobs;
  }

  /**
   * Begins to run aggregates as the catalog says, with the clocks of the machine, and does not
   * wait.
   *
   * @param store of the streams; it outlives them
   * @param streams of this node
   * @param settings where their state is
   * @param aggregators makes their functions
   * @param reserved how names begin that no user may give
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   * @throws io.messina.aggregate.node.ForeignStateException if the folder of states belongs to
   *     another store
   */
  public static Aggregates start(
      Store store,
      Streams streams,
      StateSettings settings,
      ConfiguredAggregators aggregators,
      Set<String> reserved) {
    Context context = Context.ofMachine(store, "messina-aggregate-");
    return start(new AggregateSite(context, streams, settings, aggregators, reserved));
  }

  static Aggregates start(AggregateSite site) {
    Aggregate.checkFolder(site.context(), site.settings());
    Aggregates aggregates = new Aggregates(new Jobs<>(site.context(), new AggregateJobKind(site)));
    aggregates.jobs.start();
    return aggregates;
  }

  /**
   * The definitions of aggregates. Other options begin the next generation of one; its options say
   * whether members are sent to other shards.
   *
   * @return open as long as this is
   */
  public Jobs<AggregateOptions, AggregateDefinition, ? extends RunningJob> jobs() {
    return jobs;
  }

  /**
   * Checks the key that a stream is to have: exact aggregates that count members where the key has
   * placed them would count members twice that another key places elsewhere.
   *
   * @param former the key so far, if the stream has one; empty if the stream is created now
   * @param key the new key, if any
   * @throws RequestException.Refused if an aggregate rests on another key
   * @throws RequestException.Unavailable if the store does not answer
   */
  public void checkKey(StreamName stream, Optional<Optional<String>> former, Optional<String> key) {
    if (former.filter(key::equals).isPresent()) {
      return;
    }
    List<String> resting =
        jobs.all().living().values().stream()
            .filter(each -> each.options().stream().equals(stream))
            .filter(each -> !Rekeying.allows(each.options(), former, key))
            .map(each -> each.name().value())
            .toList();
    if (!resting.isEmpty()) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "key: %s (expected: %s, as it says where the members of the exact aggregate %s are counted; give that one \"rekey\": true first, or delete it)"
              .formatted(
                  key.orElse("none"),
                  former.map(it -> it.orElse("none")).orElse("one of its fields"),
                  String.join(", ", resting)));
    }
  }

  /** Returns the report of an aggregate on this node. */
  public AggregateReport report(AggregateDefinition definition) {
    JobReport<RunningAggregate> now = jobs.report(definition.name().value(), definition);
    return new AggregateReport(
        definition,
        now.running().isPresent(),
        now.trouble(),
        now.lag(),
        now.running().flatMap(running -> running.unfit().last()),
        now.running().map(RunningAggregate::totals).orElse(AggregateTotals.NONE));
  }

  /**
   * Reads a page of rows, of at most about 16 MiB. Waits while eight others are read.
   *
   * @param name of an aggregate
   * @param query which rows
   * @throws RequestException.NotFound if the aggregate does not exist, or its stream was deleted
   * @throws RequestException.Unavailable if it does not run on this node yet, or the store does not
   *     answer
   */
  public AggregateRows rows(AggregateName name, RowsQuery query) {
    RunningAggregate now = jobs.running(name.value());
    reading.acquireUninterruptibly();
    try {
      AggregateAnswer answer = now.aggregate().rows(query.wanted(now.unfit().fields()));
      return shown(now.aggregator(), query, answer);
    } finally {
      reading.release();
    }
  }

  private static AggregateRows shown(
      Aggregator aggregator, RowsQuery query, AggregateAnswer answer) {
    List<AggregateAnswer.Row> rows = answer.rows();
    Map<String, Position> positions = new TreeMap<>();
    answer.next().forEach((shard, next) -> positions.put(shard.toString(), next));
    return new AggregateRows(
        rows.stream().map(row -> shown(aggregator, query, row)).toList(),
        answer.completeTo(),
        positions,
        answer.missing().stream().sorted().toList(),
        answer.more().map(_ -> place(rows.getLast())));
  }

  private static String place(AggregateAnswer.Row row) {
    return new RowsQuery.Place(start(row), row.group()).toString();
  }

  private static Instant start(AggregateAnswer.Row row) {
    return Instant.ofEpochMilli(row.window().startMillis());
  }

  private static AggregateRow shown(
      Aggregator aggregator, RowsQuery query, AggregateAnswer.Row row) {
    String group = row.group().toUtf8();
    return new AggregateRow(
        group.isEmpty() ? Optional.empty() : Optional.of(new Json(group)),
        start(row),
        Instant.ofEpochMilli(row.window().endMillis()),
        JsonValues.of(aggregator.result(row.part())),
        row.last(),
        row.incomplete(),
        query.sketch()
            ? Optional.of(Base64.getEncoder().encodeToString(row.part().toArray()))
            : Optional.empty());
  }

  /** Ends the aggregates that run here. Repeating it changes nothing. */
  @Override
  public void close() {
    jobs.close();
  }
}
