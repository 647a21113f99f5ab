package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.testkit.Seeds;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random events, in random pages, some of them twice, with crashes between pages; beside them a
 * model that keeps all values of all windows in memory.
 */
class ShardAggregatePropertyTest {

  private static final int SEEDS = 20;
  private static final Instant BEGIN = Instant.parse("2026-03-28T00:00:00Z");

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  /** An aggregate, and what it says of the values of a group in the model. */
  enum Kind {
    COUNT(Kinds.count(ShardAggregatePropertyTest::group), values -> (long) values.size()),
    SUM(
        Kinds.sum(ShardAggregatePropertyTest::group, ShardAggregatePropertyTest::number),
        values -> decimals(values).reduce(BigDecimal.ZERO, BigDecimal::add)),
    MIN(
        Kinds.min(ShardAggregatePropertyTest::group, ShardAggregatePropertyTest::number),
        values -> decimals(values).min(Comparator.naturalOrder()).orElseThrow()),
    MAX(
        Kinds.max(ShardAggregatePropertyTest::group, ShardAggregatePropertyTest::number),
        values -> decimals(values).max(Comparator.naturalOrder()).orElseThrow()),
    UNIQUE(
        Kinds.unique(ShardAggregatePropertyTest::group, event -> event.event().payload()),
        values -> (long) new HashSet<>(values).size()),
    UNIQUE_BYTES(
        Kinds.uniqueBytes(ShardAggregatePropertyTest::group, event -> event.event().payload()),
        values -> (long) new HashSet<>(values).size()),
    UNIQUE_INTEGERS(
        Kinds.uniqueIntegers(
            ShardAggregatePropertyTest::group,
            event -> scattered(event.event().payload().toUtf8())),
        values -> values.stream().map(ShardAggregatePropertyTest::scattered).distinct().count()),
    APPROX_UNIQUE(
        Kinds.approxUnique(ShardAggregatePropertyTest::group, event -> event.event().payload(), 12),
        values -> (long) new HashSet<>(values).size());

    private final Aggregator aggregator;
    private final Function<List<String>, Object> expected;

    Kind(Aggregator aggregator, Function<List<String>, Object> expected) {
      this.aggregator = aggregator;
      this.expected = expected;
    }
  }

  private static @Nullable Bytes group(StoredEvent event) {
    return event.event().key().filter(key -> key.length() > 1).orElse(null);
  }

  private static BigDecimal number(StoredEvent event) {
    return new BigDecimal(event.event().payload().toUtf8());
  }

  /** Over many bitmaps, and some in one. */
  private static long scattered(String value) {
    long number = new BigDecimal(value).movePointRight(1).longValue();
    return number % 3 == 0 ? number << 40 : number % 3 == 1 ? number << 14 : number;
  }

  private static Stream<BigDecimal> decimals(List<String> values) {
    return values.stream().map(BigDecimal::new);
  }

  @ParameterizedTest
  @EnumSource
  void answers_are_those_of_a_model_that_keeps_everything(Kind kind) {
    Seeds.forEach(SEEDS, seed -> play(kind, seed, folder.resolve("" + seed)));
  }

  private static void play(Kind kind, long seed, Path folder) {
    SplittableRandom random = new SplittableRandom(seed);
    WindowOptions options =
        new WindowOptions(
            windows(random),
            Duration.ofMinutes(random.nextInt(60)),
            Duration.ofHours(1 + random.nextInt(6)),
            Duration.ofHours(1));
    List<StoredEvent> events = events(random);
    Model model = new Model(options);
    int modelled = 0;
    StateMemory memory = new StateMemory(1 + random.nextInt(400), 8 << 20);
    ShardState state = new ShardState(folder, memory);
    ShardAggregate aggregate = new ShardAggregate(kind.aggregator, options, state);
    try {
      int read = 0;
      while (read < events.size()) {
        int from = Math.max(0, read - random.nextInt(30));
        int to = Math.min(events.size(), read + random.nextInt(60));
        aggregate.add(events.subList(from, to), position(to));
        if (random.nextInt(4) == 0) {
          state.flush();
        }
        if (random.nextInt(6) == 0) {
          state.close(); // as a crash: what is not flushed is gone
          state = new ShardState(folder, memory);
          aggregate = new ShardAggregate(kind.aggregator, options, state);
        }
        read = (int) state.progress().next();
      }
      while (modelled < events.size()) {
        model.add(events.get(modelled++));
      }
      assertThat(rows(kind, options, state)).as("seed %d", seed).isEqualTo(model.rows(kind));
      assertThat(state.progress().counters().late()).isEqualTo(model.late);
      assertThat(state.progress().counters().ahead()).isEqualTo(model.ahead);
      assertThat(state.progress().counters().skipped()).isEqualTo(model.skipped);
      assertThat(state.progress().counters().added())
          .isEqualTo(events.size() - model.late - model.ahead - model.skipped);
    } finally {
      memory.close();
    }
  }

  private static Windows windows(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> Windows.tumbling(Duration.ofMinutes(30));
      case 1 -> Windows.sliding(Duration.ofMinutes(90), Duration.ofMinutes(30));
      default -> Windows.days(ZoneId.of("Europe/Rome"));
    };
  }

  private static List<StoredEvent> events(SplittableRandom random) {
    List<StoredEvent> events = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Instant appended = BEGIN.plusSeconds(120L * i);
      int behind = random.nextInt(20) == 0 ? random.nextInt(40_000) : random.nextInt(900);
      long ahead = random.nextInt(25) == 0 ? 10_000_000 : 0;
      String key = random.nextInt(15) == 0 ? "-" : "group-" + random.nextInt(3);
      String value = random.nextInt(90) + "." + random.nextInt(3);
      Event event =
          Event.builder(Bytes.utf8(value))
              .key(Bytes.utf8(key))
              .time(appended.minusSeconds(behind).plusSeconds(ahead))
              .build();
      events.add(new StoredEvent(new EventAddress(1, 0, 0, position(i)), event, appended));
    }
    return events;
  }

  private static Position position(int number) {
    return Position.unpack(number);
  }

  private static Map<String, Object> rows(Kind kind, WindowOptions options, ShardState state) {
    Map<String, Object> rows = new TreeMap<>();
    MergedRows.Wanted wanted =
        new MergedRows.Wanted(
            BEGIN.minus(Duration.ofDays(9)).toEpochMilli(),
            BEGIN.plus(Duration.ofDays(99)).toEpochMilli(),
            GroupFilter.ANY,
            Integer.MAX_VALUE);
    MergedRows merged =
        state.read(view -> MergedRows.of(kind.aggregator, options, List.of(view), wanted));
    for (MergedRows.MergedRow row : merged.rows()) {
      assertThat(row.incomplete()).isFalse();
      rows.put(
          row.window() + " " + row.group().toUtf8(), plain(kind.aggregator.result(row.part())));
    }
    return rows;
  }

  /** 1.0 and 1 are the same number. */
  private static Object plain(Object result) {
    return result instanceof BigDecimal decimal ? decimal.doubleValue() : result;
  }

  /** Says of an event whether it counts by the ends of windows, and knows nothing of pages. */
  private static final class Model {

    private final WindowOptions options;
    private final Map<Window, Map<String, List<String>>> values =
        new TreeMap<>(Comparator.comparingLong(Window::startMillis));
    private long watermark = Long.MIN_VALUE / 2;
    long late;
    long ahead;
    long skipped;

    Model(WindowOptions options) {
      this.options = options;
    }

    void add(StoredEvent event) {
      Instant time = event.event().time().orElseThrow();
      if (time.isAfter(event.appendTime().plus(options.ahead()))) {
        ahead++;
        return;
      }
      watermark = Math.max(watermark, time.toEpochMilli());
      Set<Window> open = new HashSet<>(options.windows().of(time.toEpochMilli()));
      open.removeIf(this::isGone);
      values.keySet().removeIf(this::isGone);
      Bytes group = group(event);
      if (open.isEmpty()) {
        late++;
      } else if (group == null) {
        skipped++;
      } else {
        for (Window window : open) {
          values
              .computeIfAbsent(window, any -> new TreeMap<>())
              .computeIfAbsent(group.toUtf8(), any -> new ArrayList<>())
              .add(event.event().payload().toUtf8());
        }
      }
    }

    private boolean isGone(Window window) {
      return window.endMillis() + options.kept().toMillis() <= watermark;
    }

    Map<String, Object> rows(Kind kind) {
      Map<String, Object> rows = new TreeMap<>();
      values.forEach(
          (window, groups) ->
              groups.forEach(
                  (group, some) ->
                      rows.put(window + " " + group, plain(kind.expected.apply(some)))));
      return rows;
    }
  }
}
