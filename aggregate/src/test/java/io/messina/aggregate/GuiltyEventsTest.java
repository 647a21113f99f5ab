package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.ValueType;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events for which an aggregator throws, before, between and behind its changes, or afterwards. */
class GuiltyEventsTest {

  private static final int SEEDS = 60;
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.sliding(Duration.ofHours(2), Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofDays(9),
          Duration.ofDays(9));
  private static final Aggregator COUNT = Kinds.count(GuiltyEventsTest::group);
  private static final Bytes OTHER = Bytes.utf8("\u0001other");

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  @Test
  void nothing_of_them_stays_and_all_others_count() {
    Seeds.forEach(SEEDS, seed -> compare(new SplittableRandom(seed), folder.resolve("" + seed)));
  }

  private static void compare(SplittableRandom random, Path own) {
    EventGuard guard = new EventGuard("a test");
    Set<Long> told = new LinkedHashSet<>();
    Set<Long> guilty = new LinkedHashSet<>();
    Map<String, Long> counted = new TreeMap<>();
    int share = 1 + random.nextInt(10);
    try (StateMemory memory = new StateMemory(1 << 20, 8 << 20);
        ShardState state = new ShardState(own, memory)) {
      ShardAggregate aggregate =
          new ShardAggregate(new Throwing(), OPTIONS, Origins.OWN, state, guard);
      int number = 0;
      while (number < 200) {
        List<StoredEvent> page = new ArrayList<>();
        for (int left = 1 + random.nextInt(50); left > 0; left--) {
          boolean throwsSomething = random.nextInt(share) == 0;
          StoredEvent event =
              event(++number, throwsSomething ? 1 + random.nextInt(Throwing.WAYS) : 0);
          page.add(event);
          if (throwsSomething) {
            guilty.add(event.id().position().packed());
          } else {
            OPTIONS
                .windows()
                .of(event.event().time().orElseThrow().toEpochMilli())
                .forEach(window -> counted.merge(window + group(event).toUtf8(), 1L, Long::sum));
          }
        }
        aggregate.add(
            new EventPage(page, new Position(1, number + 1), OptionalInt.empty(), List.of()),
            skipped -> skipped.forEach(event -> told.add(event.id().position().packed())));
      }
      assertThat(told).isEqualTo(guilty);
      assertThat(guard.skipped()).isEqualTo(guilty.size());
      assertThat(state.progress().counters().skipped()).isEqualTo(guilty.size());
      assertThat(state.progress().counters().added()).isEqualTo(number - guilty.size());
      assertThat(rows(state)).isEqualTo(counted);
    }
  }

  private static Map<String, Long> rows(ShardState state) {
    Map<String, Long> rows = new TreeMap<>();
    MergedRows.Wanted all =
        new MergedRows.Wanted(Long.MIN_VALUE, Long.MAX_VALUE, GroupFilter.ANY, Integer.MAX_VALUE);
    state
        .read(
            view -> {
              view.windowStarts(Long.MIN_VALUE, Long.MAX_VALUE)
                  .forEach(
                      start -> assertThat(view.get(OPTIONS.windows().at(start), OTHER)).isNull());
              return MergedRows.of(COUNT, OPTIONS, List.of(view), all);
            })
        .rows()
        .forEach(
            row -> rows.put(row.window() + row.group().toUtf8(), (Long) COUNT.result(row.part())));
    return rows;
  }

  private static Bytes group(StoredEvent event) {
    return Bytes.utf8("g" + event.id().position().packed() % 3);
  }

  private static StoredEvent event(int number, int way) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, number)),
        Event.builder(Bytes.utf8("" + way)).time(TIME.plusSeconds(number * 600L)).build(),
        TIME.plusSeconds(number));
  }

  /** Counts, and throws in the way that an event says. */
  private record Throwing() implements ForwardingAggregator {

    static final int WAYS = 6;

    @Override
    public boolean add(Window window, StoredEvent event, LocalState state) {
      int way = Integer.parseInt(event.event().payload().toUtf8());
      if (way == 1) {
        throw new NumberFormatException("before all changes");
      }
      boolean added = COUNT.add(window, event, state);
      boolean isLast =
          window.startMillis() + 3_600_000 > event.event().time().orElseThrow().toEpochMilli();
      switch (way) {
        case 2 -> throw new StackOverflowError();
        case 3 -> {
          state.put(window, OTHER, Bytes.utf8("left"));
          throw new NoClassDefFoundError("io/messina/Absent");
        }
        case 4 -> {
          if (isLast) {
            throw new AssertionError("once the window before has its event");
          }
        }
        case 5 -> state.open(window, OTHER, new Unwritable());
        case 6 -> state.put(window, Bytes.utf8("k".repeat(3)), nothing());
        default -> {}
      }
      return added;
    }

    @SuppressWarnings("NullAway") // what a user's code may give
    private static Bytes nothing() {
      return null;
    }

    @Override
    public Aggregator aggregator() {
      return COUNT;
    }
  }

  /** Fails at the commit, when the next events were added already. */
  private record Unwritable() implements ValueType<Object> {

    @Override
    public Object empty() {
      return new Object();
    }

    @Override
    public Object decode(Bytes bytes) {
      return new Object();
    }

    @Override
    public Bytes encode(Object object) {
      throw new UnsupportedOperationException("cannot be written");
    }

    @Override
    public int memoryBytes(Object object) {
      return 1;
    }
  }
}
