package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.store.Cell;
import io.messina.store.Column;
import io.messina.store.ColumnType;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import java.time.Instant;
import java.util.Optional;

/**
 * One conditional batch with one condition, that on the static fence: the only form whose answers
 * Cassandra and ScyllaDB agree on. It has no timestamp, since databases order conditional writes by
 * their ballots, and is sent once.
 */
final class ConditionalBatch {

  private static final String APPLIED = "[applied]";

  private final OpenTable open;
  private final FencedBatch batch;

  ConditionalBatch(OpenTable open, FencedBatch batch) {
    this.open = open;
    this.batch = batch;
  }

  FenceOutcome send() {
    BatchWrites writes = new BatchWrites(open, batch.partition(), Instant.EPOCH);
    writes.add(fence());
    writes.add(batch.mutations());
    AsyncResultSet answer = open.sendFenced(writes.fenced(), writes.bytes());
    return outcome(answer);
  }

  private Binding fence() {
    Table table = open.table;
    Binding binding =
        open.binding(
                batch.expected().isPresent()
                    ? open.statements.replaceFence
                    : open.statements.setFence)
            .add(ColumnType.TEXT, batch.next().toString());
    for (Column<?> column : table.staticColumns()) {
      addStatic(binding, column);
    }
    binding.add(table.partitionColumns(), batch.partition().values());
    batch.expected().ifPresent(fence -> binding.add(ColumnType.TEXT, fence.toString()));
    return binding;
  }

  private void addStatic(Binding binding, Column<?> column) {
    Optional<Cell<?>> cell =
        batch.set().stream().filter(set -> set.column().equals(column)).findFirst();
    if (cell.isPresent()) {
      binding.add(column.type(), cell.get().value());
    } else if (batch.unset().contains(column)) {
      binding.add(column.type(), null);
    } else {
      binding.skip();
    }
  }

  /** ScyllaDB answers with a row for each statement, of which the one with the fence is first. */
  private FenceOutcome outcome(AsyncResultSet answer) {
    Row row = answer.one();
    if (row == null || !row.getColumnDefinitions().contains(APPLIED)) {
      throw new UnknownOutcomeException(
          open.table.name() + ": the database did not say whether the write applied");
    }
    if (row.getBoolean(APPLIED)) {
      return new FenceOutcome.Applied();
    }
    boolean hasFence =
        row.getColumnDefinitions().contains(TableNames.FENCE) && !row.isNull(TableNames.FENCE);
    return new FenceOutcome.Rejected(hasFence ? Optional.of(standing(row)) : Optional.empty());
  }

  private Fence standing(Row row) {
    String text = row.getString(TableNames.FENCE);
    if (text == null) {
      throw new StoreException(
          StoreException.Code.DAMAGED, open.table.name() + ": a fence without text");
    }
    return RowReads.fence(open, text);
  }
}
