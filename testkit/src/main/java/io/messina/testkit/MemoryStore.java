package io.messina.testkit;

import io.messina.store.ClusteringOrder;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreLimits;
import io.messina.store.Table;
import io.messina.store.TableKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store in memory that never fails; one lock makes every operation one moment. */
final class MemoryStore implements Store {

  static final StoreLimits LIMITS =
      new StoreLimits(
          4 << 10,
          4 << 10,
          2 << 20,
          4 << 20,
          1_000,
          Instant.parse("9999-12-31T23:59:59Z"),
          Duration.ofDays(36_500));

  /** So small that a reader of more than a handful of rows has read pages. */
  private static final int PAGE_ROWS = 4;

  private final InstantSource clock;
  private final StoreLimits limits;
  private final Lock lock = new ReentrantLock();
  private final Map<String, Table> tables = new HashMap<>();
  private final Map<PartitionKey, PlainPartition> plain = new HashMap<>();
  private final Map<String, NavigableSet<PartitionKey>> walked = new HashMap<>();
  private final Map<PartitionKey, FencedPartition> fenced = new HashMap<>();
  private long timestampMicrosMax;
  private boolean closed;

  MemoryStore(InstantSource clock) {
    this(clock, LIMITS.deleteMemory());
  }

  MemoryStore(InstantSource clock, Duration deleteMemory) {
    this.clock = clock;
    this.limits =
        new StoreLimits(
            LIMITS.partitionKeyBytesMax(),
            LIMITS.clusteringKeyBytesMax(),
            LIMITS.valueBytesMax(),
            LIMITS.batchBytesMax(),
            LIMITS.batchMutationsMax(),
            LIMITS.expiresAtMax(),
            deleteMemory);
  }

  @Override
  public void create(Table table) {
    locked(
        () -> {
          Table existing = tables.putIfAbsent(table.name(), table);
          if (existing != null && !existing.equals(table)) {
            throw differs(table, existing);
          }
          return table;
        });
  }

  @Override
  public Optional<Row> get(RowKey key) {
    LIMITS.check(key);
    return get(key, clock.instant());
  }

  /** As a reader's clock has it. */
  Optional<Row> get(RowKey key, Instant now) {
    return locked(() -> partition(key.partition()).flatMap(p -> p.row(key.clustering(), now)));
  }

  @Override
  public Optional<StaticRow> getStatic(PartitionKey key) {
    checkFenced(key);
    LIMITS.check(key);
    return locked(
        () -> {
          checkExists(key.table());
          return Optional.ofNullable(fenced.get(key)).flatMap(FencedPartition::statics);
        });
  }

  /**
   * What a look sees.
   *
   * @param all whether also a write that was neither acknowledged nor seen
   */
  Optional<StaticRow> look(PartitionKey key, boolean all) {
    LIMITS.check(key);
    return locked(
        () -> {
          checkExists(key.table());
          return Optional.ofNullable(fenced.get(key)).flatMap(partition -> partition.seen(all));
        });
  }

  /** From now on all see what was written to a partition, as somebody read or wrote after that. */
  void settle(PartitionKey key) {
    settle(key, _ -> true);
  }

  /** From now on all see a write, if it applied. */
  void acknowledged(FencedBatch batch) {
    settle(batch.partition(), partition -> partition.fence().equals(Optional.of(batch.next())));
  }

  private void settle(PartitionKey key, Predicate<FencedPartition> which) {
    locked(
        () -> {
          Optional.ofNullable(fenced.get(key)).filter(which).ifPresent(FencedPartition::settle);
          return key;
        });
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    LIMITS.check(scan);
    locked(
        () -> {
          checkExists(scan.table());
          return scan;
        });
    return new Paged<>(
        scan.limit(),
        (seen, rowsMax) -> page(scan, seen, Math.min(rowsMax, PAGE_ROWS), clock.instant()));
  }

  /**
   * At most {@code rowsMax} rows of a scan, those behind a row that was seen; fewer only at the
   * scan's end.
   *
   * @param now as the reader's clock has it
   */
  Page<Row> page(Scan scan, @Nullable Row seen, int rowsMax, Instant now) {
    Instant by = scan.expiredToo() ? Instant.MIN : now;
    boolean descending = (scan.table().order() == ClusteringOrder.DESCENDING) != scan.reversed();
    PlaceSpan range = PlaceSpan.of(scan.range());
    PlaceSpan left = seen == null ? range : range.after(seen.key().clustering(), descending);
    List<Row> rows =
        locked(
            () ->
                partition(scan.partition())
                    .map(p -> p.rows(left, descending, rowsMax, by))
                    .orElse(List.of()));
    return new Page<>(rows, rows.size() < rowsMax);
  }

  @Override
  public Iterator<PartitionKey> partitions(PartitionWalk walk) {
    LIMITS.check(walk);
    return new Paged<>(
        Integer.MAX_VALUE, (seen, _) -> page(seen == null ? walk : walk.behind(seen), PAGE_ROWS));
  }

  /**
   * The first partitions of a walk, fewer than {@code most} only at its end. Those whose rows are
   * all gone come too, so that callers meet them.
   */
  Page<PartitionKey> page(PartitionWalk walk, int most) {
    List<PartitionKey> keys =
        locked(
            () -> {
              checkExists(walk.table());
              NavigableSet<PartitionKey> all =
                  walked.getOrDefault(walk.table().name(), Collections.emptyNavigableSet());
              return walk.after().map(key -> all.tailSet(key, false)).orElse(all).stream()
                  .limit(most)
                  .toList();
            });
    return new Page<>(keys, keys.size() < most);
  }

  @Override
  public void write(PlainBatch batch) {
    write(batch, clock.instant());
  }

  /** As a writer's clock allows. */
  void write(PlainBatch batch, Instant now) {
    LIMITS.check(batch, now);
    locked(
        () -> {
          checkExists(batch.partition().table());
          PlainPartition partition = plain.computeIfAbsent(batch.partition(), this::first);
          if (!limits.equals(LIMITS)) {
            partition.forget(clock.instant().minus(limits.deleteMemory()));
          }
          partition.apply(batch);
          timestampMicrosMax = Math.max(timestampMicrosMax, batch.timestampMicros());
          return batch;
        });
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    LIMITS.check(batch);
    return locked(
        () -> {
          checkExists(batch.partition().table());
          return fenced.computeIfAbsent(batch.partition(), FencedPartition::new).apply(batch);
        });
  }

  @Override
  public StoreLimits limits() {
    return limits;
  }

  @Override
  public long timestampFloorMicros() {
    return locked(() -> timestampMicrosMax);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  static void checkFenced(PartitionKey key) {
    if (key.table().kind() != TableKind.FENCED) {
      throw new IllegalArgumentException(
          "table: " + key.table().name() + " (expected: a FENCED table)");
    }
  }

  private PlainPartition first(PartitionKey key) {
    walked
        .computeIfAbsent(key.table().name(), _ -> new TreeSet<>(PartitionOrder.INSTANCE))
        .add(key);
    return new PlainPartition();
  }

  private Optional<Partition> partition(PartitionKey key) {
    checkExists(key.table());
    return Optional.ofNullable(
        key.table().kind() == TableKind.PLAIN ? plain.get(key) : fenced.get(key));
  }

  private void checkExists(Table table) {
    Table existing = tables.get(table.name());
    if (existing == null) {
      throw new StoreException(
          StoreException.Code.TABLE_MISSING, "table: " + table + " (expected: a created table)");
    }
    if (!existing.equals(table)) {
      throw differs(table, existing);
    }
  }

  private static StoreException differs(Table table, Table existing) {
    return new StoreException(
        StoreException.Code.TABLE_DIFFERS,
        "table: " + table + " (expected: " + existing + ", as it exists)");
  }

  private <T> T locked(Supplier<T> operation) {
    lock.lock();
    try {
      if (closed) {
        throw new StoreException(StoreException.Code.CLOSED, "the store is closed");
      }
      return operation.get();
    } finally {
      lock.unlock();
    }
  }
}
