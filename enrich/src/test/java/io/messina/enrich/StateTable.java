package io.messina.enrich;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of a database, fenced by one of the two rules of {@link KeyedStateClient}. */
final class StateTable {

  private final boolean byTimestamp;
  private final Map<String, Stored> rows = new TreeMap<>();

  StateTable(boolean byTimestamp) {
    this.byTimestamp = byTimestamp;
  }

  private record Stored(StateRow<List<Edit>> row, long timestamp) {}

  boolean isComparing() {
    return !byTimestamp;
  }

  @Nullable StateRow<List<Edit>> read(String key) {
    Stored stored = rows.get(key);
    return stored == null ? null : stored.row();
  }

  List<Edit> state(String key) {
    StateRow<List<Edit>> row = read(key);
    List<Edit> state = row == null ? null : row.state();
    return state == null ? List.of() : state;
  }

  WriteResult write(
      String key,
      @Nullable StateRow<List<Edit>> expected,
      StateRow<List<Edit>> row,
      long timestamp) {
    Stored stored = rows.get(key);
    if (byTimestamp) {
      if (stored == null || timestamp > stored.timestamp()) {
        rows.put(key, new Stored(row, timestamp));
      }
      return WriteResult.APPLIED;
    }
    if (!version(stored == null ? null : stored.row()).equals(version(expected))) {
      return WriteResult.CONFLICT;
    }
    rows.put(key, new Stored(row, timestamp));
    return WriteResult.APPLIED;
  }

  private static String version(@Nullable StateRow<List<Edit>> row) {
    return row == null ? "" : row.version();
  }
}
