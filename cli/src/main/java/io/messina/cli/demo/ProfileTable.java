package io.messina.cli.demo;

import io.messina.store.Column;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.time.Instant;

/** The table of profiles: a row per editor. */
final class ProfileTable {

  private static final Column<String> USER = Column.ofText("user_name");
  private static final Column<Integer> EDITS = Column.ofInt("edits");
  private static final Column<Long> ADDED = Column.ofLong("bytes_added");
  private static final Column<Long> DELETED = Column.ofLong("bytes_deleted");
  private static final Column<Instant> FIRST = Column.ofInstant("first_edit");
  private static final Column<Instant> LAST = Column.ofInstant("last_edit");
  private static final Column<Double> MINOR = Column.ofDouble("minor_share");
  private static final Column<Double> ROBOT = Column.ofDouble("robot_share");

  static final Table TABLE =
      Table.plain("demo_profiles")
          .partitionedBy(USER)
          .columns(EDITS, ADDED, DELETED, FIRST, LAST, MINOR, ROBOT)
          .build();

  private ProfileTable() {}

  static RowKey key(String user) {
    return TABLE.partition(USER.of(user)).row();
  }

  static Row row(EditorProfile profile) {
    return Row.of(
        key(profile.user()),
        EDITS.of(profile.edits()),
        ADDED.of(profile.bytesAdded()),
        DELETED.of(profile.bytesDeleted()),
        FIRST.of(profile.firstEdit()),
        LAST.of(profile.lastEdit()),
        MINOR.of(profile.minorShare()),
        ROBOT.of(profile.robotShare()));
  }

  static EditorProfile profile(Row row) {
    return new EditorProfile(
        row.get(USER),
        row.get(EDITS),
        row.get(ADDED),
        row.get(DELETED),
        row.get(FIRST),
        row.get(LAST),
        row.get(MINOR),
        row.get(ROBOT));
  }
}
