package io.messina.store.rocksdb;

import io.messina.store.Table;
import io.messina.store.TableKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/** A table and where its rows are, in one opening of the database. */
final class TableFamily {

  private final Table table;
  private final ColumnFamilyHandle handle;
  private final @Nullable RowLog log;
  private volatile boolean mayHaveRangeDeletes;

  TableFamily(
      Table table, ColumnFamilyHandle handle, @Nullable RowLog log, boolean mayHaveRangeDeletes) {
    this.table = table;
    this.handle = handle;
    this.log = log;
    this.mayHaveRangeDeletes = mayHaveRangeDeletes;
  }

  Table table() {
    return table;
  }

  ColumnFamilyHandle handle() {
    return handle;
  }

  /** Whether its rows are in a {@link RowLog}, but for those that an older version wrote. */
  boolean isLog() {
    return log != null;
  }

  RowLog rowLog() {
    return Objects.requireNonNull(log);
  }

  boolean isFenced() {
    return table.kind() == TableKind.FENCED;
  }

  /**
   * Whether the {@link RowCache} holds rows of it: each is read by its key alone, and of many
   * written now and then.
   */
  boolean isCached() {
    return table.kind() == TableKind.PLAIN
        && !table.isAppendOnly()
        && table.clusteringColumns().isEmpty();
  }

  /**
   * Returns the columns of a put, or nothing if its log no longer has them.
   *
   * @param value read up to the end of the header
   */
  Optional<ByteReader> columns(PlainVersion version, ByteReader value) {
    if (!version.placed()) {
      return Optional.of(value);
    }
    RowFrame frame = rowLog().read(RowPlace.get(value));
    if (frame == null) {
      return Optional.empty();
    }
    ByteReader columns = frame.value();
    PlainVersion.read(columns);
    return Optional.of(columns);
  }

  /** False only as long as no range or partition of this table was ever deleted. */
  boolean mayHaveRangeDeletes() {
    return mayHaveRangeDeletes;
  }

  void expectRangeDeletes() {
    mayHaveRangeDeletes = true;
  }

  /**
   * Returns the prefix of the keys about a partition in the families that all tables share; the
   * hash stays in front.
   */
  byte[] shared(byte[] partition) {
    return shared(table, partition);
  }

  static byte[] shared(Table table, byte[] partition) {
    return shared(table.name(), partition);
  }

  static byte[] shared(String table, byte[] partition) {
    byte[] name = table.getBytes(StandardCharsets.US_ASCII);
    return new ByteWriter(partition.length + name.length + 1)
        .put(Arrays.copyOf(partition, KeyCodec.PARTITION_HASH_BYTES))
        .put(name)
        .put(0)
        .put(Arrays.copyOfRange(partition, KeyCodec.PARTITION_HASH_BYTES, partition.length))
        .toArray();
  }
}
