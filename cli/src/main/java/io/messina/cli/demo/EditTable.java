package io.messina.cli.demo;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Table;
import java.time.Instant;

/** The table of edits: a partition per channel, a row per edit, oldest first. */
final class EditTable {

  private static final Column<String> CHANNEL = Column.ofText("channel");
  private static final Column<Instant> TIME = Column.ofInstant("time");
  private static final Column<Integer> NUMBER = Column.ofInt("number");
  private static final Column<String> USER = Column.ofText("user_name");
  private static final Column<String> PAGE = Column.ofText("page");
  private static final Column<String> NAMESPACE = Column.ofText("namespace");
  private static final Column<String> COMMENT = Column.ofText("comment");
  private static final Column<Integer> ADDED = Column.ofInt("bytes_added");
  private static final Column<Integer> DELETED = Column.ofInt("bytes_deleted");
  private static final Column<Boolean> MINOR = Column.ofBoolean("is_minor");
  private static final Column<Boolean> ROBOT = Column.ofBoolean("is_robot");
  private static final Column<Boolean> NEW = Column.ofBoolean("is_new");

  static final Table TABLE =
      Table.plain("demo_edits")
          .partitionedBy(CHANNEL)
          .clusteredBy(TIME, NUMBER)
          .columns(USER, PAGE, NAMESPACE, COMMENT, ADDED, DELETED, MINOR, ROBOT, NEW)
          .appendOnly()
          .build();

  private EditTable() {}

  static PartitionKey partition(String channel) {
    return TABLE.partition(CHANNEL.of(channel));
  }

  static Row row(Edit edit) {
    return Row.of(
        partition(edit.channel()).row(TIME.of(edit.time()), NUMBER.of(edit.number())),
        USER.of(edit.user()),
        PAGE.of(edit.page()),
        NAMESPACE.of(edit.namespace()),
        COMMENT.of(edit.comment()),
        ADDED.of(edit.bytesAdded()),
        DELETED.of(edit.bytesDeleted()),
        MINOR.of(edit.isMinor()),
        ROBOT.of(edit.isRobot()),
        NEW.of(edit.isNew()));
  }

  static Edit edit(Row row) {
    return new Edit(
        row.get(NUMBER),
        row.get(TIME),
        row.get(CHANNEL),
        row.get(USER),
        row.get(PAGE),
        row.get(NAMESPACE),
        row.get(COMMENT),
        row.get(ADDED),
        row.get(DELETED),
        row.get(MINOR),
        row.get(ROBOT),
        row.get(NEW));
  }
}
