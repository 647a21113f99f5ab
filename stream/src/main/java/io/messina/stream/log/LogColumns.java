package io.messina.stream.log;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.TableBuilder;

/** The columns that the tables of this package share. */
final class LogColumns {

  static final Column<String> STREAM = Column.ofText("stream");
  static final Column<Integer> SHARD = Column.ofInt("shard");
  static final Column<Integer> EPOCH = Column.ofInt("epoch");
  static final Column<Integer> SEGMENT = Column.ofInt("segment");
  static final Column<Integer> SALT = Column.ofInt("salt");
  static final Column<Long> FIRST_SEQUENCE = Column.ofLong("first_sequence");
  static final Column<Long> FIRST_APPEND_MICROS = Column.ofLong("first_append_micros");
  static final Column<String> LOG = Column.ofText("log");
  static final Column<Bytes> BATCH = Column.ofBytes("batch");

  private LogColumns() {}

  static TableBuilder log(String name) {
    return Table.plain(name)
        .partitionedBy(STREAM, SHARD, EPOCH, SEGMENT, SALT)
        .clusteredBy(FIRST_SEQUENCE)
        .columns(BATCH)
        .appendOnly();
  }
}
