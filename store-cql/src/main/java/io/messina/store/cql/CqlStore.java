package io.messina.store.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocations;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreLimits;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.TableKind;
import io.messina.store.cql.probe.ClockExamination;
import io.messina.store.cql.probe.ClockReport;
import io.messina.store.cql.probe.ClusterProbe;
import io.messina.store.cql.probe.ClusterReport;
import io.messina.store.cql.probe.DatabaseProduct;
import io.messina.store.cql.probe.SystemClock;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A store in a keyspace of ScyllaDB or Apache Cassandra. Each of its tables is one table of the
 * database, with plain columns and its declaration as comment.
 *
 * <p>At most {@value Requests#REQUESTS_MAX} requests are under way at a time, and 128 MiB of them;
 * further callers wait in the order of their coming, up to the time-out of requests, and are then
 * told that the store is unavailable.
 */
public final class CqlStore implements Store {

  private final CqlOptions options;
  private final InstantSource clock;
  private final StoreLimits limits;
  private final Requests requests;
  private final PartitionLocations locations;
  private final KeyspaceTables tables;
  private final TableCreation creation;
  private final AtomicReference<Instant> newest = new AtomicReference<>(Instant.EPOCH);

  private CqlStore(
      CqlOptions options,
      InstantSource clock,
      StoreLimits limits,
      Requests requests,
      DatabaseProduct product,
      PartitionLocations locations) {
    this.options = options;
    this.clock = clock;
    this.limits = limits;
    this.requests = requests;
    this.locations = locations;
    this.tables = new KeyspaceTables(options.keyspace(), requests);
    this.creation = new TableCreation(options.keyspace(), requests, tables, product.kind());
  }

  /**
   * Opens a store none of whose tables is more urgent than others.
   *
   * @param options the cluster and the keyspace, which must exist
   * @param clock the wall clock, for expiry
   * @return the store, to be closed
   * @throws StoreException with code {@link StoreException.Code#MISCONFIGURED} if the cluster
   *     cannot be used: a sentence says what to change
   * @throws StoreUnavailableException if no node answers
   */
  public static CqlStore open(CqlOptions options, InstantSource clock) {
    return open(options, clock, Set.of());
  }

  /**
   * Opens a store.
   *
   * @param options the cluster and the keyspace, which must exist
   * @param clock the wall clock, for expiry
   * @param urgentTables names of tables whose requests are few and small and must not wait behind
   *     others: {@value Requests#URGENT_REQUESTS_MAX} places are kept for them
   * @return the store, to be closed
   * @throws StoreException if the cluster cannot be used: a sentence says what to change
   * @throws StoreUnavailableException if no node answers
   */
  public static CqlStore open(CqlOptions options, InstantSource clock, Set<String> urgentTables) {
    CqlSession session = CqlSessions.open(options);
    try {
      ClusterReport report = new ClusterProbe(session, options, SystemClock.wall()).examine();
      report.requireUsable();
      StoreLimits limits = CqlLimits.of(session, options);
      Requests requests = new Requests(session, options.requestTimeout(), urgentTables);
      return new CqlStore(
          options,
          clock,
          limits,
          requests,
          report.product(),
          ClusterLocations.of(session, options, report.hasTablets()));
    } catch (RuntimeException | Error e) {
      session.forceCloseAsync().toCompletableFuture().join();
      throw e;
    }
  }

  /**
   * Makes sure, before the first of them is created, that no other application has a table under
   * one of these names. Changes nothing.
   *
   * @param wanted all tables that will be created
   * @throws StoreException with code {@link StoreException.Code#TABLE_DIFFERS} if somebody has
   */
  public void requireNoStrangers(List<Table> wanted) {
    tables.requireNoStrangers(wanted);
  }

  @Override
  public void create(Table table) {
    creation.create(table);
  }

  @Override
  public Optional<Row> get(RowKey key) {
    limits.check(key);
    return tables.use(key.table(), open -> RowReads.get(open, key, clock.instant()));
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    return getStatic(key, RowReads.SERIAL);
  }

  @Override
  public Optional<StaticRow> look(PartitionKey key) {
    return getStatic(key, RowReads.PLAIN);
  }

  private Optional<StaticRow> getStatic(PartitionKey key, ConsistencyLevel level) {
    if (key.table().kind() != TableKind.FENCED) {
      throw new IllegalArgumentException(
          "table: " + key.table().name() + " (expected: a FENCED table)");
    }
    limits.check(key);
    return tables.use(key.table(), open -> RowReads.getStatic(open, key, level));
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    limits.check(scan);
    return new PageCursor<>(tables, scan.table(), scan.limit(), new ScanQuery(scan, clock));
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    limits.check(walk);
    return new WalkCursor(tables, walk, () -> requests.session().getMetadata().getTokenMap());
  }

  @Override
  public void write(PlainBatch batch) {
    Instant now = clock.instant();
    limits.check(batch, latest(now));
    tables.use(batch.partition().table(), open -> send(open, batch, now));
  }

  private static OpenTable send(OpenTable open, PlainBatch batch, Instant now) {
    BatchWrites writes = new BatchWrites(open, batch.partition(), now);
    writes.add(batch.mutations());
    writes
        .plain(batch.timestampMicros())
        .ifPresent(statement -> open.send(statement, writes.bytes()));
    return open;
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    limits.check(batch);
    return tables.use(batch.partition().table(), open -> new ConditionalBatch(open, batch).send());
  }

  @Override
  public StoreLimits limits() {
    return limits;
  }

  /** Always 0: nothing tells the highest timestamp of a keyspace. */
  @Override
  public long timestampFloorMicros() {
    return 0;
  }

  @Override
  public PartitionLocations locations() {
    return locations;
  }

  /**
   * Compares the clocks of the nodes with each other and with that of this machine. A few requests
   * to each node, beside all others; it ends within seconds, also where nodes hang.
   *
   * @return the findings, without nodes that did not answer
   */
  public ClockReport examineClocks() {
    return requests.using(
        () -> ClockExamination.of(requests.session(), options, SystemClock.wall()));
  }

  @Override
  public void close() {
    requests.close();
  }

  /** Returns the number of requests under way. */
  int underWay() {
    return requests.underWay();
  }

  /** The latest time that the clock has shown, since it may be set back. */
  private Instant latest(Instant now) {
    return newest.accumulateAndGet(now, (left, right) -> left.isAfter(right) ? left : right);
  }
}
