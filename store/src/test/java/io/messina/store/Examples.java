package io.messina.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Tables, and the form of a refusal. */
final class Examples {

  static final Column<String> NAME = Column.ofText("name");
  static final Column<Integer> MAJOR = Column.ofInt("major");
  static final Column<String> MINOR = Column.ofText("minor");
  static final Column<String> TEXT = Column.ofText("text");
  static final Column<Long> NUMBER = Column.ofLong("number");
  static final Column<String> OWNER = Column.ofText("owner");

  static final Table ROWS =
      Table.plain("rows")
          .partitionedBy(NAME)
          .clusteredBy(MAJOR, MINOR)
          .columns(TEXT, NUMBER)
          .expiring()
          .build();

  static final Table LASTING =
      Table.plain("lasting").partitionedBy(NAME).columns(TEXT, NUMBER).build();

  static final Table LOG =
      Table.plain("log").partitionedBy(NAME).clusteredBy(MAJOR).appendOnly().build();

  static final Table SHARDS =
      Table.fenced("shards")
          .partitionedBy(NAME)
          .clusteredBy(MAJOR, MINOR)
          .statics(OWNER)
          .columns(TEXT)
          .build();

  static final PartitionKey PARTITION = ROWS.partition(NAME.of("p"));

  private Examples() {}

  static RowKey key(PartitionKey partition, int major, String minor) {
    return partition.row(MAJOR.of(major), MINOR.of(minor));
  }

  static Row row(PartitionKey partition, int major, String minor) {
    return Row.of(key(partition, major, minor), TEXT.of("text"));
  }

  static void assertRefused(String message, ThrowingCallable request) {
    assertThatThrownBy(request).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
