package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.StateView;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards of several nodes give the same rows as if one node had them all. */
class OwnersRowsTest {

  private static final int SEEDS = 60;
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofHours(3),
          Duration.ofDays(9));

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  @AutoClose private final StateMemory memory = new StateMemory(1 << 20, 8 << 20);

  @Test
  void rows_of_nodes_are_those_of_one_node_page_by_page() {
    Seeds.forEach(SEEDS, seed -> compare(new SplittableRandom(seed), folder.resolve("" + seed)));
  }

  private void compare(SplittableRandom random, Path own) {
    Aggregator aggregator = Kinds.count(event -> event.event().payload());
    AggregateJob job = new AggregateJob(aggregator, OPTIONS, 1);
    List<ShardState> states = new ArrayList<>();
    List<Integer> nodes = new ArrayList<>();
    for (int shard = 0; shard < 2 + random.nextInt(4); shard++) {
      states.add(new ShardState(own.resolve("" + shard), memory));
      nodes.add(random.nextInt(3));
      List<StoredEvent> events = new ArrayList<>();
      int hours = 1 + random.nextInt(5); // some shards drop windows that others have
      for (int number = 0; number < 100; number++) {
        events.add(event(number, "" + random.nextInt(40), number * hours / 100));
      }
      new ShardAggregate(aggregator, OPTIONS, states.getLast())
          .add(events, new Position(1, events.size()));
    }
    GroupFilter groups =
        switch (random.nextInt(4)) {
          case 0 -> GroupFilter.only(Bytes.utf8("" + random.nextInt(40)));
          case 1 -> GroupFilter.between(Bytes.utf8("2"), Optional.of(Bytes.utf8("33")));
          case 2 -> GroupFilter.ANY.with(1, Bytes.utf8("7"));
          default -> GroupFilter.ANY;
        };
    MergedRows.Wanted wanted =
        new MergedRows.Wanted(
                Long.MIN_VALUE, Long.MAX_VALUE, Bytes.EMPTY, groups, 1 + random.nextInt(30))
            .within(1 + random.nextInt(400));
    List<MergedRows.MergedRow> all =
        ask(states, views -> MergedRows.of(aggregator, OPTIONS, views, unbounded(wanted))).rows();
    List<AggregateAnswer.Row> paged = new ArrayList<>();
    AggregateAnswer page = answer(job, states, nodes, wanted);
    paged.addAll(page.rows());
    while (page.more().isPresent()) {
      assertThat(page.rows()).isNotEmpty();
      AggregateAnswer.Row last = paged.getLast();
      page = answer(job, states, nodes, wanted.after(last.window().startMillis(), last.group()));
      paged.addAll(page.rows());
    }
    assertThat(paged.stream().map(OwnersRowsTest::plain).toList())
        .isEqualTo(all.stream().map(OwnersRowsTest::plain).toList());
    assertThat(page.next()).hasSize(states.size());
    states.forEach(ShardState::close);
  }

  private static MergedRows.Wanted unbounded(MergedRows.Wanted wanted) {
    return new MergedRows.Wanted(
        wanted.fromMillis(),
        wanted.toMillis(),
        wanted.prefix(),
        wanted.groups(),
        Integer.MAX_VALUE);
  }

  private static String plain(MergedRows.MergedRow row) {
    return row.window() + " " + row.group().toUtf8() + " " + row.part();
  }

  private static String plain(AggregateAnswer.Row row) {
    return row.window() + " " + row.group().toUtf8() + " " + row.part();
  }

  private static AggregateAnswer answer(
      AggregateJob job, List<ShardState> states, List<Integer> nodes, MergedRows.Wanted wanted) {
    OwnersRows rows = rows(job, states, nodes, wanted);
    for (Optional<Long> kept = rows.keptFrom(); kept.isPresent(); kept = rows.keptFrom()) {
      rows = rows(job, states, nodes, wanted.from(kept.get()));
    }
    return rows.answer(wanted.max());
  }

  /** By the bytes that nodes send each other. */
  private static OwnersRows rows(
      AggregateJob job, List<ShardState> states, List<Integer> nodes, MergedRows.Wanted wanted) {
    Map<Integer, List<Integer>> shards = new TreeMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      shards.computeIfAbsent(nodes.get(i), _ -> new ArrayList<>()).add(i);
    }
    List<RowsPart> parts = new ArrayList<>();
    for (List<Integer> ofNode : shards.values()) {
      RowsQuestion asked = new RowsQuestion(ofNode, wanted);
      RowsQuestion question = RowsQuestion.decode(asked.encode());
      assertThat(question).isEqualTo(asked);
      RowsPart part =
          ask(
              question.shards().stream().map(states::get).toList(),
              views -> part(job, question, views));
      RowsPart decoded = RowsPart.decode(part.encode(), OPTIONS.windows());
      assertThat(decoded).isEqualTo(part);
      parts.add(decoded);
    }
    return new OwnersRows(job, parts, Set.of());
  }

  private static RowsPart part(AggregateJob job, RowsQuestion question, List<StateView> views) {
    MergedRows merged = MergedRows.of(job.aggregator(), OPTIONS, views, question.wanted());
    List<RowsPart.OfShard> shards = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      shards.add(
          new RowsPart.OfShard(question.shards().get(i), i % 2 == 0, views.get(i).progress()));
    }
    return new RowsPart(shards, List.of(77), merged.more().isPresent(), merged.rows());
  }

  private interface Reading<A> {
    A of(List<StateView> views);
  }

  private static <A> A ask(List<ShardState> states, Reading<A> reading) {
    return ask(states, List.of(), reading);
  }

  private static <A> A ask(List<ShardState> left, List<StateView> views, Reading<A> reading) {
    if (left.isEmpty()) {
      return reading.of(views);
    }
    return left.getFirst()
        .read(
            view -> {
              List<StateView> more = new ArrayList<>(views);
              more.add(view);
              return ask(left.subList(1, left.size()), more, reading);
            });
  }

  private static StoredEvent event(int number, String group, int hour) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, number)),
        Event.builder(Bytes.utf8(group)).time(TIME.plusSeconds(hour * 3_600L)).build(),
        TIME);
  }

  @Test
  void other_bytes_are_refused() {
    Bytes question =
        new RowsQuestion(
                List.of(1, 300),
                MergedRows.Wanted.of(-5, 7, Bytes.utf8("g"), 10).after(3, Bytes.utf8("f")))
            .encode();
    byte[] bytes = question.toArray();
    for (int length = 0; length < bytes.length; length++) {
      Bytes part = Bytes.wrap(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> RowsQuestion.decode(part))
          .isInstanceOf(IllegalArgumentException.class);
    }
    bytes[0] = 2;
    assertThatThrownBy(() -> RowsQuestion.decode(Bytes.wrap(bytes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version: 2 (expected: from 1 to 1)");
  }
}
