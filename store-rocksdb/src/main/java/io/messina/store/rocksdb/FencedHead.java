package io.messina.store.rocksdb;

import io.messina.store.Cell;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The single values of a fenced partition.
 *
 * @param fence the fence
 * @param statics a value or null for each static column; never changed
 * @param sizeBytes about how much memory it takes
 */
record FencedHead(Fence fence, @Nullable Object[] statics, int sizeBytes) {

  private static final int OVERHEAD_BYTES = 128;

  static FencedHead decode(Table table, byte[] value) {
    ByteReader reader = new ByteReader(value, 0, value.length);
    Fence fence = RowCodec.getFence(reader);
    return new FencedHead(
        fence, RowCodec.getColumns(reader, table.staticColumns()), OVERHEAD_BYTES + value.length);
  }

  byte[] encode(Table table) {
    return RowCodec.encodeHead(fence, table.staticColumns(), statics);
  }

  /** The head once a batch has applied, from the head before it or from none. */
  static FencedHead after(@Nullable FencedHead before, FencedBatch batch) {
    List<Column<?>> columns = batch.partition().table().staticColumns();
    @Nullable Object[] statics =
        before == null ? new @Nullable Object[columns.size()] : before.statics.clone();
    for (Cell<?> cell : batch.set()) {
      statics[columns.indexOf(cell.column())] = cell.value();
    }
    for (Column<?> column : batch.unset()) {
      statics[columns.indexOf(column)] = null;
    }
    return new FencedHead(
        batch.next(), statics, OVERHEAD_BYTES + RowCodec.sizeBytes(columns, statics));
  }
}
