package io.messina.aggregate.configured;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateAnswer;
import io.messina.aggregate.node.StateSettings;
import io.messina.api.Json;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.api.aggregate.AggregateTotals;
import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.RunningGenerations;
import io.messina.store.Store;
import io.messina.stream.GroupId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.node.Streams;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The aggregates by configuration, what runs of them on this node, and their rows. Safe for use by
 * many threads.
 */
public final class Aggregates implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Aggregates.class);
  private static final Pattern FOLDER = Pattern.compile("(.+)\\.([1-9][0-9]{0,8})~[0-9]+");
  private static final Pattern GROUP = Pattern.compile("aggregate\\.(.+)\\.([1-9][0-9]{0,8})");

  /** How long the answer to a creation waits for its beginning. */
  private static final Duration BEGINNING_MAX = Duration.ofSeconds(2);

  /** What programs of the server are called, so that nobody deletes their groups. */
  private static final String MESSAGES = "messages.";

  /** From one look for snapshots of what is over to the next, and after one that failed. */
  private static final Duration SWEEP = Duration.ofHours(1);

  private static final Duration AGAIN = Duration.ofMinutes(1);

  /** Pages of rows that are read at once, as each takes memory; others wait for their turn. */
  private static final int READING_MAX = 8;

  private static final int AGGREGATES_MAX = 200;
  private static final int NAMES_MAX = 10_000;

  private static final GenerationCatalog.Kind<AggregateDefinition> KIND =
      new GenerationCatalog.Kind<>(
          "aggregates", AGGREGATES_MAX, NAMES_MAX, Aggregates::read, Aggregates::checkChange);

  private final AggregateSite site;
  private final Work work = new Work();
  private final Semaphore reading = new Semaphore(READING_MAX);
  private final RunningGenerations<AggregateDefinition, AggregateRunner> running;
  private final LogOnce former = new LogOnce(LOG, "states of former aggregates stay for now");
  private final LogOnce snapshots = new LogOnce(LOG, "snapshots of former aggregates stay for now");
  private final LogOnce leftovers = new LogOnce(LOG, "what former aggregates left stays for now");

  private Aggregates(AggregateSite site) {
    this.site = site;
    this.running = new RunningGenerations<>(site, site.catalog(), work, KIND.name());
  }

  /**
   * Begins to run aggregates as the catalog says, and does not wait.
   *
   * @param context what they work with; its store outlives them
   * @param streams of this node, on the same store
   * @param settings where their state is
   * @param aggregators what they can be made of
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   * @throws io.messina.aggregate.node.ForeignStateException if the folder of states belongs to
   *     another store
   */
  public static Aggregates start(
      Context context, Streams streams, StateSettings settings, ConfiguredAggregators aggregators) {
    context.store().create(DefinitionTable.DEFINITIONS);
    Aggregate.checkFolder(context, settings);
    GenerationCatalog<AggregateDefinition> catalog = new GenerationCatalog<>(context, KIND);
    Aggregates aggregates =
        new Aggregates(new AggregateSite(context, streams, settings, aggregators, catalog));
    catalog.start();
    aggregates.running.start();
    return aggregates;
  }

  /**
   * Begins with the clocks of the machine.
   *
   * @param store of the streams; it outlives them
   * @param streams of this node
   * @param settings where their state is
   * @param aggregators what they can be made of
   * @return to be closed before the streams
   * @throws io.messina.store.StoreException if the table of definitions cannot be made
   */
  public static Aggregates start(
      Store store, Streams streams, StateSettings settings, ConfiguredAggregators aggregators) {
    ThreadFactory threads = Thread.ofVirtual().name("messina-aggregate-", 0).factory();
    Context context = new Context(store, new SystemTime(threads), new SecureRandom(), threads);
    return start(context, streams, settings, aggregators);
  }

  private static AggregateDefinition read(Definition row) {
    return new AggregateDefinition(
        new AggregateName(row.name()),
        row.generation(),
        Wire.read(row.json().getBytes(StandardCharsets.UTF_8), AggregateOptions.class),
        GenerationCatalog.tag(row));
  }

  private static void checkChange(AggregateDefinition standing, AggregateDefinition wanted) {
    if (!standing.options().stream().equals(wanted.options().stream())) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.CONFLICT,
          "stream: %s (expected: %s, as the aggregate was created)"
              .formatted(wanted.options().stream(), standing.options().stream()));
    }
  }

  /**
   * Makes sure that an aggregate is there and has these options. A new one, and one with other
   * options, reads the stream from its oldest event on; it runs on all nodes within about a second.
   *
   * @param name its name
   * @param options what it makes
   * @param precondition what has to stand; what it throws, this throws
   * @return the aggregate, and whether this call created it; its options say whether members are
   *     sent to shards of their own
   * @throws RequestException.Refused if it is there with another stream, this server does not have
   *     its kind, it has no use for an option, its name begins with {@code messages.}, or 200
   *     aggregates are there
   * @throws RequestException.NotFound if there is no such stream, or none for its dead letters
   */
  public Created<AggregateDefinition> put(
      AggregateName name, AggregateOptions options, Precondition precondition) {
    if (name.value().startsWith(MESSAGES)) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "aggregate: %s (expected: does not begin with %s, as what messages are counted by)"
              .formatted(name, MESSAGES));
    }
    AggregateOptions decided = new Feasibility(site).check(options);
    Created<AggregateDefinition> created =
        site.catalog().put(name.value(), Wire.write(decided), precondition);
    var _ = running.look();
    running
        .find(name.value(), created.value())
        .ifPresent(runner -> runner.kept().awaitTried(BEGINNING_MAX));
    return created;
  }

  /**
   * Deletes an aggregate with its group and state, and waits until it has ended on this node.
   *
   * @param name its name
   * @param precondition what has to stand; what it throws, this throws
   * @return whether it was there
   */
  public boolean delete(AggregateName name, Precondition precondition) {
    boolean deleted = site.catalog().delete(name.value(), precondition);
    running.look().join();
    work.deleteGroups();
    return deleted;
  }

  /** All aggregates, as of 1.5 seconds ago or later. */
  public Generations<AggregateDefinition> all() {
    return site.catalog().freshView();
  }

  /** All aggregates that this node knows of, from memory. */
  public Generations<AggregateDefinition> known() {
    return site.catalog().view();
  }

  /**
   * An aggregate.
   *
   * @param name its name
   * @return its present generation
   * @throws NoAggregateException if there is none
   * @throws RequestException.Unavailable if the store does not answer
   */
  public AggregateDefinition find(AggregateName name) {
    return site.catalog().find(name.value()).orElseThrow(() -> new NoAggregateException(name));
  }

  /**
   * Checks the key that a stream is to have: exact aggregates that count members where the key has
   * placed them would count twice those that another key places elsewhere.
   *
   * @param stream which
   * @param former the key so far, if the stream has one; empty if the stream is created now
   * @param key which it is to have, if any
   * @throws RequestException.Refused if an aggregate rests on another key
   * @throws RequestException.Unavailable if the store does not answer
   */
  public void checkKey(StreamName stream, Optional<Optional<String>> former, Optional<String> key) {
    if (former.filter(key::equals).isPresent()) {
      return;
    }
    List<String> resting =
        all().living().values().stream()
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

  /**
   * How an aggregate goes on this node.
   *
   * @param definition which
   */
  public AggregateReport report(AggregateDefinition definition) {
    return running
        .find(definition.name().value(), definition)
        .map(AggregateRunner::report)
        .orElseGet(
            () ->
                new AggregateReport(
                    definition, false, Optional.empty(), Optional.empty(), AggregateTotals.NONE));
  }

  /**
   * A page of rows, of at most about 16 MiB. Waits while eight others are read.
   *
   * @param name of an aggregate
   * @param query which rows
   * @throws NoAggregateException if there is no such aggregate
   * @throws RequestException.Unavailable if it does not run on this node yet, or the store does not
   *     answer
   */
  public AggregateRows rows(AggregateName name, RowsQuery query) {
    RunningAggregate now = running(find(name));
    reading.acquireUninterruptibly();
    try {
      AggregateAnswer answer = now.aggregate().rows(query.wanted());
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

  private RunningAggregate running(AggregateDefinition definition) {
    return running
        .find(definition.name().value(), definition)
        .orElseThrow(
            () ->
                new RequestException.Unavailable(
                    definition.name() + ": it does not run on this node yet"))
        .running();
  }

  /** Ends what runs here. Repeating it changes nothing. */
  @Override
  public void close() {
    running.close();
    site.catalog().close();
  }

  private final class Work
      implements RunningGenerations.Work<AggregateDefinition, AggregateRunner> {

    private final AtomicBoolean isErased = new AtomicBoolean();

    // Of the thread that looks.
    private @Nullable Generations<AggregateDefinition> looked;
    private long nextNanos;

    @Override
    public AggregateRunner begin(AggregateDefinition definition) {
      eraseOthers();
      AggregateRunner runner = new AggregateRunner(site, definition);
      runner.kept().startAfter(() -> {});
      return runner;
    }

    /** Once; where the folder is not this store's, each aggregate says so itself. */
    private void eraseOthers() {
      if (!site.streams().isLoaded() || isErased.get()) {
        return;
      }
      try {
        Aggregate.eraseOthers(
            site.context(),
            site.streams(),
            site.settings(),
            groups(group -> GROUP.matcher(group.name().value()).matches() && !isOver(group)));
        isErased.set(true);
        former.succeeded();
      } catch (RuntimeException e) {
        former.failed(e);
      }
    }

    @Override
    public void end(AggregateRunner runner) {
      Optional<GroupId> group = runner.kept().running().map(running -> running.counted().group());
      runner.kept().close();
      group.filter(Aggregates.this::isOver).ifPresent(it -> Aggregate.erase(site.settings(), it));
    }

    @Override
    public void deleteLeftovers() {
      deleteGroups();
      deleteSnapshots();
    }

    void deleteGroups() {
      try {
        site.streams().deleteGroups(group -> isOver(group.id()));
        Rekeying.deleteLeftovers(site.streams(), site.catalog().view());
        leftovers.succeeded();
      } catch (RuntimeException e) {
        leftovers.failed(e);
      }
    }

    /** Also of what ended while nobody could, at most each hour unless something has changed. */
    @SuppressWarnings("ReferenceEquality") // whether it is the very view that was looked at
    private void deleteSnapshots() {
      Generations<AggregateDefinition> now = site.catalog().view();
      long nanos = site.time().nanoTime();
      if (site.settings().snapshots().isEmpty()
          || !site.streams().isLoaded()
          || (now == looked && nanos - nextNanos < 0)) {
        return;
      }
      looked = now;
      nextNanos = nanos + AGAIN.toNanos();
      try {
        Aggregate.eraseSnapshots(
            site.context(), site.streams(), site.settings(), Aggregates.this::isOver);
        nextNanos = nanos + SWEEP.toNanos();
        snapshots.succeeded();
      } catch (RuntimeException e) {
        snapshots.failed(e);
      }
    }
  }

  private Set<GroupId> groups(Predicate<GroupId> wanted) {
    return site.streams().list().stream()
        .flatMap(stream -> site.streams().stream(stream.id().name()).groups().stream())
        .map(CatalogGroup::id)
        .filter(wanted)
        .collect(Collectors.toSet());
  }

  /** As folders and snapshots are called: {@code visits.1~1}. */
  private boolean isOver(String name) {
    Matcher matcher = FOLDER.matcher(name);
    return matcher.matches()
        && site.catalog().view().isOver(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  /** A group with such a name belongs to a program if there never was such an aggregate here. */
  private boolean isOver(GroupId group) {
    Matcher matcher = GROUP.matcher(group.name().value());
    return matcher.matches()
        && site.catalog().view().isOver(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }
}
