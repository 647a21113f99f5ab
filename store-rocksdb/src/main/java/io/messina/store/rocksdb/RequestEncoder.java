package io.messina.store.rocksdb;

import io.messina.store.FencedBatch;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns batches into requests for the committer. Safe for use by many threads. */
final class RequestEncoder {

  private static final int MUTATION_OVERHEAD_BYTES = 32;

  private final Duration deleteMemory;
  private final InstantSource clock;

  RequestEncoder(Duration deleteMemory, InstantSource clock) {
    this.deleteMemory = deleteMemory;
    this.clock = clock;
  }

  Request.Plain encode(PlainBatch batch) {
    Table table = batch.partition().table();
    byte[] partition = KeyCodec.partition(batch.partition());
    List<Request.Version> versions = new ArrayList<>();
    List<ByteRange> deletedRanges = new ArrayList<>();
    Set<Integer> sweepHours = new TreeSet<>();
    long timestampMicros = batch.timestampMicros();
    for (Mutation mutation : batch.mutations()) {
      switch (mutation) {
        case Mutation.Put put -> {
          versions.add(version(partition, put, timestampMicros));
          expiryHour(table, put.expiresAt()).ifPresent(sweepHours::add);
        }
        case Mutation.DeleteRow delete -> {
          byte[] key = KeyCodec.row(partition, delete.key().clustering());
          versions.add(new Request.Version(key, PlainVersion.encodeDelete(timestampMicros)));
          sweepHours.add(forgettingHour(clock.instant()));
        }
        case Mutation.DeleteRange delete ->
            deletedRanges.add(KeyCodec.clusteringRange(delete.range()));
        case Mutation.DeletePartition delete -> deletedRanges.add(ByteRange.ALL);
      }
    }
    deletedRanges.removeIf(ByteRange::isEmpty);
    if (!deletedRanges.isEmpty()) {
      sweepHours.add(SweepIndex.hourAfter(clock.millis()));
      sweepHours.add(forgettingHour(clock.instant()));
    }
    return new Request.Plain(
        table,
        partition,
        timestampMicros,
        versions,
        deletedRanges,
        sweepHours,
        sizeBytes(versions));
  }

  Request.Fenced encode(FencedBatch batch) {
    byte[] partition = KeyCodec.partition(batch.partition());
    byte[] rows = KeyCodec.rows(partition);
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
    deletedRanges.replaceAll(range -> range.under(rows));
    return new Request.Fenced(batch, partition, puts, deletedKeys, deletedRanges, sizeBytes(puts));
  }

  private Request.Version version(byte[] partition, Mutation.Put put, long timestampMicros) {
    Row row = put.row();
    Table table = row.key().table();
    byte[] value =
        PlainVersion.encodePut(timestampMicros, put.expiresAt(), table.columns(), values(row), 0);
    return new Request.Version(KeyCodec.row(partition, row.key().clustering()), value);
  }

  private static Request.Version fencedRow(byte[] partition, Row row) {
    ByteWriter writer = new ByteWriter(MUTATION_OVERHEAD_BYTES);
    RowCodec.putColumns(writer, row.key().table().columns(), values(row));
    return new Request.Version(KeyCodec.row(partition, row.key().clustering()), writer.toArray());
  }

  private Optional<Integer> expiryHour(Table table, Optional<Instant> expiresAt) {
    if (expiresAt.isPresent()) {
      Instant moment = expiresAt.get();
      return Optional.of(
          table.isAppendOnly()
              ? SweepIndex.hourAfter(moment.toEpochMilli())
              : forgettingHour(moment));
    }
    return table.isAppendOnly() && table.isExpiring()
        ? Optional.of(SweepIndex.NEVER)
        : Optional.empty();
  }

  /** When nothing that arrives late needs to be hidden any more by what ended at a moment. */
  private int forgettingHour(Instant moment) {
    return SweepIndex.hourAfter(moment.plus(deleteMemory).toEpochMilli());
  }

  private static @Nullable Object[] values(Row row) {
    @Nullable Object[] values = new @Nullable Object[row.key().table().columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.value(i);
    }
    return values;
  }

  private static int sizeBytes(List<Request.Version> versions) {
    int bytes = 0;
    for (Request.Version version : versions) {
      bytes += version.key().length + version.value().length + MUTATION_OVERHEAD_BYTES;
    }
    return bytes;
  }
}
