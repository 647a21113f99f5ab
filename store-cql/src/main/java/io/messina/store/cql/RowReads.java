package io.messina.store.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.store.Fence;
import io.messina.store.PartitionKey;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import io.messina.store.StoreException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one row, or the fence and static columns of a partition. */
final class RowReads {

  /** Completes fenced writes that are under way, and sees them. */
  static final ConsistencyLevel SERIAL = ConsistencyLevel.LOCAL_SERIAL;

  /** Sees what was acknowledged. */
  static final ConsistencyLevel PLAIN = ConsistencyLevel.LOCAL_QUORUM;

  private RowReads() {}

  static Optional<io.messina.store.Row> get(OpenTable open, RowKey key, Instant now) {
    Binding binding =
        open.binding(open.statements.get)
            .add(open.table.partitionColumns(), key.partition().values())
            .add(open.table.clusteringColumns(), key.clustering().values());
    Row row = first(open, binding, level(open));
    return row == null
        ? Optional.empty()
        : new RowDecoder(open, key.partition(), now).get(key, row);
  }

  static Optional<StaticRow> getStatic(
      OpenTable open, PartitionKey partition, ConsistencyLevel level) {
    Binding binding =
        open.binding(open.statements.getStatic)
            .add(open.table.partitionColumns(), partition.values());
    Row row = first(open, binding, level);
    String fence = row == null ? null : row.getString(0);
    if (row == null || fence == null) {
      return Optional.empty();
    }
    return Optional.of(
        StaticRow.ofValues(
            partition, fence(open, fence), RowDecoder.values(open.table.staticColumns(), row, 1)));
  }

  /** Parses the text of a fence. */
  static Fence fence(OpenTable open, String text) {
    try {
      return Fence.parse(text);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Code.DAMAGED, open.table.name() + ": " + e.getMessage(), e);
    }
  }

  /** Sets the consistency by which reads of this kind of table see acknowledged writes. */
  static BoundStatement consistent(OpenTable open, BoundStatement statement) {
    return consistent(statement, level(open));
  }

  private static BoundStatement consistent(BoundStatement statement, ConsistencyLevel level) {
    return statement.setIdempotent(true).setConsistencyLevel(level);
  }

  private static ConsistencyLevel level(OpenTable open) {
    return open.names.isFenced() ? SERIAL : PLAIN;
  }

  private static @Nullable Row first(OpenTable open, Binding binding, ConsistencyLevel level) {
    BoundStatement statement = consistent(binding.build(), level);
    AsyncResultSet answer = open.send(statement, binding.bytes() + open.sizes.largest());
    Row row = answer.one();
    if (row != null) {
      open.sizes.note(RowDecoder.bytes(row));
    }
    return row;
  }
}
