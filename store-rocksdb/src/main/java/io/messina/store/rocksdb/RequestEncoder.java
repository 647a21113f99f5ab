package io.messina.store.rocksdb;

import io.messina.store.Column;
import io.messina.store.FencedBatch;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns batches into requests for the committer. Safe for use by many threads. */
final class RequestEncoder {

  private static final int MUTATION_OVERHEAD_BYTES = 32;

  private final SweepHours hours;

  RequestEncoder(Duration deleteMemory, Predicate<Table> isLog, InstantSource clock) {
    this.hours = new SweepHours(deleteMemory, isLog, clock);
  }

  Request.Plain encode(PlainBatch batch) {
    byte[] partition = KeyCodec.partition(batch.partition());
    List<Request.Version> versions = new ArrayList<>();
    List<ByteRange> deletedRanges = new ArrayList<>();
    for (Mutation mutation : batch.mutations()) {
      switch (mutation) {
        case Mutation.Put put -> versions.add(version(partition, put, batch.timestampMicros()));
        case Mutation.DeleteRow delete ->
            versions.add(version(partition, delete, batch.timestampMicros()));
        case Mutation.DeleteRange delete ->
            deletedRanges.add(KeyCodec.clusteringRange(delete.range()));
        case Mutation.DeletePartition delete -> deletedRanges.add(ByteRange.ALL);
      }
    }
    deletedRanges.removeIf(ByteRange::isEmpty);
    return new Request.Plain(
        batch.partition().table(),
        partition,
        batch.timestampMicros(),
        versions,
        deletedRanges,
        hours.ofExpiry(batch),
        hours.ofSweeps(batch),
        sizeBytes(versions) + sizeBytes(deletedRanges, partition));
  }

  Request.Fenced encode(FencedBatch batch) {
    byte[] partition = KeyCodec.partition(batch.partition());
    List<Request.Version> puts = new ArrayList<>();
    List<byte[]> deletedKeys = new ArrayList<>();
    List<ByteRange> deletedRanges = new ArrayList<>();
    for (Mutation mutation : batch.mutations()) {
      switch (mutation) {
        case Mutation.Put put -> puts.add(fencedRow(partition, put.row()));
        case Mutation.DeleteRow delete ->
            deletedKeys.add(KeyCodec.row(partition, delete.key().clustering()));
        case Mutation.DeleteRange delete ->
            deletedRanges.add(KeyCodec.clusteringRange(delete.range()));
        case Mutation.DeletePartition delete ->
            throw new IllegalStateException("a fenced batch deletes no partition");
      }
    }
    deletedRanges.removeIf(ByteRange::isEmpty);
    int statics =
        batch.set().stream().mapToInt(cell -> cell.column().type().sizeBytes(cell.value())).sum();
    int deletes =
        deletedKeys.stream().mapToInt(key -> key.length).sum()
            + sizeBytes(deletedRanges, partition);
    byte[] rows = KeyCodec.rows(partition);
    deletedRanges.replaceAll(range -> range.under(rows));
    int bytes = sizeBytes(puts) + deletes + statics;
    return new Request.Fenced(batch, partition, puts, deletedKeys, deletedRanges, bytes);
  }

  private static Request.Version version(byte[] partition, Mutation.Put put, long timestampMicros) {
    Row row = put.row();
    Table table = row.key().table();
    byte[] value =
        PlainVersion.encodePut(timestampMicros, put.expiresAt(), table.columns(), values(row));
    return new Request.Version(KeyCodec.row(partition, row.key().clustering()), value);
  }

  private static Request.Version version(
      byte[] partition, Mutation.DeleteRow delete, long timestampMicros) {
    byte[] key = KeyCodec.row(partition, delete.key().clustering());
    return new Request.Version(key, PlainVersion.encodeDelete(timestampMicros));
  }

  private static Request.Version fencedRow(byte[] partition, Row row) {
    List<Column<?>> columns = row.key().table().columns();
    @Nullable Object[] values = values(row);
    ByteWriter writer = new ByteWriter(RowCodec.sizeBytes(columns, values));
    RowCodec.putColumns(writer, columns, values);
    return new Request.Version(KeyCodec.row(partition, row.key().clustering()), writer.toArray());
  }

  private static @Nullable Object[] values(Row row) {
    @Nullable Object[] values = new @Nullable Object[row.key().table().columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.value(i);
    }
    return values;
  }

  private static int sizeBytes(List<ByteRange> ranges, byte[] partition) {
    int bytes = 0;
    for (ByteRange range : ranges) {
      bytes +=
          range.start().length
              + range.end().map(end -> end.length).orElse(0)
              + 2 * partition.length;
    }
    return bytes;
  }

  private static int sizeBytes(List<Request.Version> versions) {
    int bytes = 0;
    for (Request.Version version : versions) {
      bytes += version.key().length + version.value().length + MUTATION_OVERHEAD_BYTES;
    }
    return bytes;
  }
}
