package io.messina.store.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlSessions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers the statements of one batch; for use by one thread. */
final class BatchWrites {

  private static final int BATCH_BYTES = 128;

  /** The expiry of rows that do not: an empty column would be a tombstone; no row lives so long. */
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59.999Z");

  private final OpenTable open;
  private final Table table;
  private final PartitionKey partition;
  private final Instant now;
  private final List<BoundStatement> statements = new ArrayList<>();
  private long bytes = BATCH_BYTES;

  BatchWrites(OpenTable open, PartitionKey partition, Instant now) {
    this.open = open;
    this.table = open.table;
    this.partition = partition;
    this.now = now;
  }

  void add(List<Mutation> mutations) {
    for (Mutation mutation : mutations) {
      if (mutation instanceof Mutation.Put put) {
        put(put.row(), put.expiresAt());
      } else if (mutation instanceof Mutation.DeleteRow delete) {
        deleteRow(delete.key());
      } else if (mutation instanceof Mutation.DeleteRange delete) {
        deleteRange(delete.range());
      } else {
        add(partitioned(open.statements.deletePartition));
      }
    }
  }

  void add(Binding binding) {
    statements.add(binding.build());
    bytes += binding.bytes();
  }

  /** A statement whose first places are the partition's. */
  Binding partitioned(String text) {
    return open.binding(text).add(table.partitionColumns(), partition.values());
  }

  /** All of them at one timestamp, if there are any; to be sent as often as one likes. */
  Optional<Statement<?>> plain(long timestampMicros) {
    if (statements.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        statements.size() == 1
            ? plain(statements.get(0), timestampMicros)
            : plain(batch(), timestampMicros));
  }

  /** All of them, to be sent once. */
  BatchStatement fenced() {
    return batch()
        .setIdempotent(false)
        .setExecutionProfileName(CqlSessions.FENCED)
        .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM)
        .setSerialConsistencyLevel(ConsistencyLevel.LOCAL_SERIAL);
  }

  private BatchStatement batch() {
    return BatchStatement.newInstance(
        BatchType.UNLOGGED, statements.toArray(new BoundStatement[0]));
  }

  private static <T extends Statement<T>> T plain(T statement, long timestampMicros) {
    return statement
        .setIdempotent(true)
        .setQueryTimestamp(timestampMicros)
        .setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM);
  }

  /** About how much the batch takes in a request. */
  long bytes() {
    return bytes;
  }

  private void put(Row row, Optional<Instant> expiresAt) {
    Binding binding =
        partitioned(open.statements.put)
            .add(table.clusteringColumns(), row.key().clustering().values());
    for (int i = 0; i < table.columns().size(); i++) {
      addOrLeave(binding, table.columns().get(i), row.value(i));
    }
    if (table.isExpiring()) {
      int seconds = expiresAt.map(at -> TimeToLive.seconds(at, now)).orElse(TimeToLive.NONE);
      binding.add(ColumnType.INSTANT, expiresAt.orElse(NEVER)).add(ColumnType.INT, seconds);
    }
    open.sizes.note(binding.bytes());
    add(binding);
  }

  /** A row that is put only once hides no older value, so an empty column needs no tombstone. */
  private void addOrLeave(Binding binding, Column<?> column, @Nullable Object value) {
    if (value == null && table.isAppendOnly()) {
      binding.skip();
    } else {
      binding.add(column.type(), value);
    }
  }

  private void deleteRow(RowKey key) {
    add(
        partitioned(open.statements.deleteRow)
            .add(table.clusteringColumns(), key.clustering().values()));
  }

  private void deleteRange(ClusteringRange range) {
    if (table.clusteringColumns().isEmpty()) {
      // one row: of a fenced partition it must not take the fence along
      add(
          partitioned(
              open.names.isFenced() ? open.statements.deleteRow : open.statements.deletePartition));
    } else if (!RangeBounds.isEmpty(range)) {
      ClusteringRange bounded = RangeBounds.bounded(range);
      Binding binding = partitioned(open.statements.deleteRange(bounded));
      bounded.lower().ifPresent(b -> binding.add(table.clusteringColumns(), b.prefix().values()));
      bounded.upper().ifPresent(b -> binding.add(table.clusteringColumns(), b.prefix().values()));
      add(binding);
    }
  }
}
