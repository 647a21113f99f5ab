package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.StaticRow;
import io.messina.store.Table;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The highest acknowledged number of each table and owner of a {@link CrashingWriter}, which counts
 * from 0 without holes.
 */
final class Acknowledged {

  private static final Map<String, Table> TABLES =
      Map.of(
          "notes", Samples.NOTES,
          "log", Samples.LOG,
          "log_events", Samples.EVENTS,
          "counters", Samples.COUNTERS);

  private final String history;
  private final Map<String, Long> numbers = new HashMap<>();

  /** For failures, what it takes to have the same again. */
  Acknowledged(String history) {
    this.history = history;
  }

  int writers() {
    return numbers.size();
  }

  void clear() {
    numbers.clear();
  }

  /** A line of a writer; one that was cut off by its end tells nothing. */
  void remember(String line) {
    String[] words = line.split(" ", -1);
    boolean whole = words.length == 3 && !words[2].isEmpty();
    if (whole) {
      numbers.merge(words[0] + " " + words[1], Long.parseLong(words[2]), Math::max);
    }
  }

  /** Everything of the owners whose names begin so, and all counters, stands in the store. */
  void check(Path folder, String run) {
    try (RocksStore store =
        RocksStore.open(folder, RocksStoreOptions.DEFAULT, InstantSource.system())) {
      Samples.createAll(store);
      numbers.forEach(
          (writer, last) -> {
            String[] words = writer.split(" ", -1);
            if (words[1].startsWith(run) || words[1].startsWith("counter")) {
              checkRows(store, Objects.requireNonNull(TABLES.get(words[0])), words[1], last);
            }
          });
    }
  }

  private void checkRows(RocksStore store, Table table, String owner, long last) {
    for (long number = 0; number <= last; number++) {
      assertThat(store.get(Samples.key(table, owner, number)))
          .as("%s: %s %s %s", history, table.name(), owner, number)
          .contains(Samples.row(table, owner, number));
    }
    if (table.equals(Samples.COUNTERS)) {
      long count =
          store.getStatic(Samples.partition(table, owner)).map(StaticRow::fence).orElseThrow().n();
      assertThat(count).isGreaterThanOrEqualTo(last);
      assertThat(Samples.numbers(store, table, owner)).hasSize((int) count + 1);
    }
  }
}
