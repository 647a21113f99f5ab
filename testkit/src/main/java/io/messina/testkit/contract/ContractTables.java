package io.messina.testkit.contract;

import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.TableBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The tables of the contract: few, since making one takes a database seconds. */
final class ContractTables {

  static final Column<String> NAME = Column.ofText("name");
  static final Column<Integer> MAJOR = Column.ofInt("major");
  static final Column<String> MINOR = Column.ofText("minor");
  static final Column<String> TEXT = Column.ofText("text");
  static final Column<Long> NUMBER = Column.ofLong("number");
  static final Column<Bytes> PAYLOAD = Column.ofBytes("payload");

  /** Rows in the order of their numbers, like versions: major, then minor. */
  static final Table ROWS =
      Table.plain("contract_rows")
          .partitionedBy(NAME)
          .clusteredBy(MAJOR, MINOR)
          .columns(TEXT, NUMBER, PAYLOAD)
          .expiring()
          .build();

  /** The same with the largest first. */
  static final Table NEWEST_FIRST =
      Table.plain("contract_newest_first")
          .partitionedBy(NAME)
          .clusteredBy(MAJOR, MINOR)
          .descending()
          .columns(TEXT, NUMBER, PAYLOAD)
          .expiring()
          .build();

  /** A name that databases reserve. */
  static final Column<String> ORDER = Column.ofText("order");

  /** One row in a partition. */
  static final Table SINGLE =
      Table.plain("contract_single").partitionedBy(NAME).columns(TEXT, ORDER).expiring().build();

  /** One row in a partition, of one column. */
  static final Table ONE_VALUE =
      Table.plain("contract_one_value").partitionedBy(NAME).columns(PAYLOAD).build();

  static final Column<Long> SEQUENCE = Column.ofLong("sequence");

  static final Table LOG =
      Table.plain("contract_log")
          .partitionedBy(NAME)
          .clusteredBy(SEQUENCE)
          .columns(PAYLOAD)
          .appendOnly()
          .expiring(Duration.ofDays(7))
          .build();

  static final Column<String> WALKED_PART = Column.ofText("part");

  /** Partitions that tests walk over, so that they meet few of others. */
  static final Table WALKED =
      Table.plain("contract_walked")
          .partitionedBy(NAME, WALKED_PART)
          .clusteredBy(MAJOR)
          .columns(TEXT)
          .expiring()
          .build();

  static final Column<String> OWNER = Column.ofText("owner");
  static final Column<Long> TOTAL = Column.ofLong("total");

  /** Fenced, with static columns and rows. */
  static final Table SHARDS =
      Table.fenced("contract_shards")
          .partitionedBy(NAME)
          .clusteredBy(MAJOR, MINOR)
          .statics(OWNER, TOTAL)
          .columns(TEXT, NUMBER)
          .build();

  /** Fenced, one row in a partition. */
  static final Table DEFINITIONS =
      Table.fenced("contract_definitions").partitionedBy(NAME).columns(TEXT).build();

  static final Column<String> KEY_TEXT = Column.ofText("key_text");
  static final Column<Bytes> KEY_BYTES = Column.ofBytes("key_bytes");
  static final Column<Integer> KEY_INT = Column.ofInt("key_int");
  static final Column<Long> KEY_LONG = Column.ofLong("key_long");
  static final Column<Boolean> KEY_BOOLEAN = Column.ofBoolean("key_boolean");
  static final Column<Instant> KEY_INSTANT = Column.ofInstant("key_instant");
  static final Column<UUID> KEY_UUID = Column.ofUuid("key_uuid");

  static final List<Column<?>> VALUE_COLUMNS =
      List.of(
          Column.ofText("text"),
          Column.ofBytes("bytes"),
          Column.ofInt("int"),
          Column.ofLong("long"),
          Column.ofBoolean("boolean"),
          Column.ofInstant("instant"),
          Column.ofUuid("uuid"),
          Column.ofDouble("double"),
          Column.ofTextMap("map"));

  /** A value of each type in each place that may hold it. */
  static final Table VALUES = values("contract_values").build();

  static final Table VALUES_DESCENDING = values("contract_values_descending").descending().build();

  static final List<Table> ALL =
      List.of(
          ROWS,
          NEWEST_FIRST,
          SINGLE,
          ONE_VALUE,
          LOG,
          WALKED,
          SHARDS,
          DEFINITIONS,
          VALUES,
          VALUES_DESCENDING);

  private ContractTables() {}

  private static TableBuilder values(String name) {
    Column<?>[] sortable = {KEY_TEXT, KEY_BYTES, KEY_INT, KEY_LONG, KEY_BOOLEAN, KEY_INSTANT};
    return Table.plain(name)
        .partitionedBy(
            NAME,
            KEY_UUID,
            Column.ofText("part_text"),
            Column.ofBytes("part_bytes"),
            Column.ofInt("part_int"),
            Column.ofLong("part_long"),
            Column.ofBoolean("part_boolean"),
            Column.ofInstant("part_instant"))
        .clusteredBy(sortable)
        .columns(VALUE_COLUMNS.toArray(new Column<?>[0]));
  }
}
