package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of several shards, page by page. */
class RowPagesTest {

  private static final int SEEDS = 60;
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofDays(9),
          Duration.ofDays(9));

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  @AutoClose private final StateMemory memory = new StateMemory(1 << 20, 8 << 20);

  @Test
  void pages_together_are_all_rows_and_one_group_is_found_alone() {
    Seeds.forEach(SEEDS, seed -> compare(new SplittableRandom(seed), folder.resolve("" + seed)));
  }

  private void compare(SplittableRandom random, Path own) {
    Aggregator aggregator = aggregators().get(random.nextInt(aggregators().size()));
    List<ShardState> states = new ArrayList<>();
    for (int shard = 0; shard < 1 + random.nextInt(4); shard++) {
      states.add(new ShardState(own.resolve("" + shard), memory));
      List<StoredEvent> events = new ArrayList<>();
      for (int number = 0; number < 200; number++) {
        events.add(event(number, "g".repeat(random.nextInt(3)) + random.nextInt(60), number % 3));
      }
      new ShardAggregate(aggregator, OPTIONS, states.getLast())
          .add(events, new Position(1, events.size()));
    }
    List<MergedRows.MergedRow> all = simply(aggregator, states);
    MergedRows.Wanted wanted =
        new MergedRows.Wanted(
            Long.MIN_VALUE, Long.MAX_VALUE, GroupFilter.ANY, 1 + random.nextInt(70));
    List<MergedRows.MergedRow> paged = new ArrayList<>();
    MergedRows page = read(aggregator, states, wanted);
    while (page.more().isPresent()) {
      assertThat(page.rows()).hasSize(wanted.max());
      paged.addAll(page.rows());
      MergedRows.MergedRow last = paged.getLast();
      page = read(aggregator, states, wanted.after(last.window().startMillis(), last.group()));
    }
    paged.addAll(page.rows());
    assertThat(paged).isEqualTo(all);
    Bytes group =
        random.nextBoolean() ? all.get(random.nextInt(all.size())).group() : Bytes.utf8("1");
    assertThat(
            read(
                    aggregator,
                    states,
                    MergedRows.Wanted.of(Long.MIN_VALUE, Long.MAX_VALUE, group, 1_000))
                .rows())
        .isEqualTo(all.stream().filter(row -> row.group().equals(group)).toList());
    states.forEach(ShardState::close);
  }

  private static List<Aggregator> aggregators() {
    Function<StoredEvent, @Nullable Bytes> group = event -> event.event().payload();
    return List.of(
        Kinds.count(group),
        Kinds.approxUnique(group, RowPagesTest::member, 10),
        Kinds.uniqueBytes(group, RowPagesTest::member),
        Kinds.uniqueIntegers(group, event -> event.id().position().packed() << 12),
        new Plain(Kinds.count(group)));
  }

  private static Bytes member(StoredEvent event) {
    return Bytes.utf8("" + event.id().position().packed());
  }

  /** All groups of all shards, put together without pages. */
  private static List<MergedRows.MergedRow> simply(Aggregator aggregator, List<ShardState> states) {
    List<MergedRows.MergedRow> rows = new ArrayList<>();
    for (int hour = 0; hour < 3; hour++) {
      Window window =
          OPTIONS.windows().of(TIME.plusSeconds(hour * 3_600L).toEpochMilli()).getFirst();
      Map<Bytes, Bytes> merged = new TreeMap<>();
      for (ShardState state : states) {
        state.<Boolean>read(
            view -> {
              aggregator.rows(
                  window, view, (group, part) -> merged.merge(group, part, aggregator::merge));
              return true;
            });
      }
      merged.forEach(
          (group, part) -> rows.add(new MergedRows.MergedRow(window, group, part, false)));
    }
    return rows;
  }

  @Test
  void a_short_page_and_one_group_look_at_few_groups_however_many_there_are() {
    Counted counted = new Counted(Kinds.count(event -> event.event().payload()));
    List<StoredEvent> events = new ArrayList<>();
    for (int number = 0; number < 5_000; number++) {
      events.add(event(number, "" + number, 0));
    }
    List<ShardState> states = new ArrayList<>();
    for (int shard = 0; shard < 2; shard++) {
      states.add(new ShardState(folder.resolve("many" + shard), memory));
      new ShardAggregate(counted, OPTIONS, states.getLast()).add(events, new Position(1, 5_000));
    }
    MergedRows.Wanted ten =
        new MergedRows.Wanted(Long.MIN_VALUE, Long.MAX_VALUE, GroupFilter.ANY, 10);
    assertThat(read(counted, states, ten).rows()).hasSize(10);
    assertThat(counted.given.getAndSet(0)).isLessThanOrEqualTo(64);
    Bytes one = Bytes.utf8("1");
    assertThat(
            read(counted, states, MergedRows.Wanted.of(Long.MIN_VALUE, Long.MAX_VALUE, one, 10))
                .rows())
        .hasSize(1);
    assertThat(counted.given).hasValue(2);
    states.forEach(ShardState::close);
  }

  @Test
  void a_page_of_large_values_ends_early_and_the_next_one_goes_on() {
    Aggregator large = new Large(Kinds.count(event -> event.event().payload()));
    List<StoredEvent> events = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      events.add(event(number, "" + number, 0));
    }
    try (ShardState state = new ShardState(folder.resolve("large"), memory)) {
      new ShardAggregate(large, OPTIONS, state).add(events, new Position(1, 40));
      MergedRows.Wanted all =
          new MergedRows.Wanted(Long.MIN_VALUE, Long.MAX_VALUE, GroupFilter.ANY, 1_000);
      MergedRows first = read(large, List.of(state), all);
      assertThat(first.rows()).hasSize(16);
      assertThat(first.more()).contains(TIME.toEpochMilli());
      MergedRows second =
          read(
              large,
              List.of(state),
              all.after(TIME.toEpochMilli(), first.rows().getLast().group()));
      assertThat(second.rows().getFirst().group()).isGreaterThan(first.rows().getLast().group());
      assertThat(second.rows()).hasSize(16);
    }
  }

  private static MergedRows read(
      Aggregator aggregator, List<ShardState> states, MergedRows.Wanted wanted) {
    return read(aggregator, states, wanted, List.of());
  }

  private static MergedRows read(
      Aggregator aggregator,
      List<ShardState> left,
      MergedRows.Wanted wanted,
      List<StateView> views) {
    if (left.isEmpty()) {
      return MergedRows.of(aggregator, OPTIONS, views, wanted);
    }
    return left.getFirst()
        .read(
            view -> {
              List<StateView> more = new ArrayList<>(views);
              more.add(view);
              return read(aggregator, left.subList(1, left.size()), wanted, more);
            });
  }

  private static StoredEvent event(int number, String group, int hour) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, number)),
        Event.builder(Bytes.utf8(group)).time(TIME.plusSeconds(hour * 3_600L)).build(),
        TIME);
  }

  /** Without a word about ranges of groups, as the first aggregators of users were. */
  private record Plain(Aggregator aggregator) implements ForwardingAggregator {}

  /** Of which each part has a MiB. */
  private record Large(Aggregator aggregator) implements ForwardingAggregator {

    private static final Bytes PART = Bytes.wrap(new byte[1 << 20]);

    @Override
    public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
      aggregator.rows(window, state, (group, part) -> rows.accept(group, PART));
    }

    @Override
    public Bytes merge(Bytes one, Bytes other) {
      return one;
    }

    @Override
    public Object result(Bytes part) {
      return part.length();
    }
  }

  /** Counts the groups that a kind gives. */
  private record Counted(Aggregator aggregator, AtomicInteger given)
      implements ForwardingAggregator {

    Counted(Aggregator aggregator) {
      this(aggregator, new AtomicInteger());
    }

    @Override
    public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
      aggregator.rows(
          window,
          state,
          (group, part) -> {
            given.incrementAndGet();
            rows.accept(group, part);
          });
    }

    @Override
    public void rows(
        Window window, ReadableState state, GroupRange groups, BiPredicate<Bytes, Bytes> rows) {
      aggregator.rows(
          window,
          state,
          groups,
          (group, part) -> {
            given.incrementAndGet();
            return rows.test(group, part);
          });
    }
  }
}
