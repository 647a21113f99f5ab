package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.NearMembers;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An aggregate of a stream whose shards several nodes have. */
@Timeout(120)
class AggregateOfMembersTest {

  private static final StreamName CLICKS = new StreamName("clicks");
  private static final int SHARDS = 8;
  private static final int GROUPS = 40;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = BEGIN.plus(Duration.ofDays(999));
  private static final WindowOptions HOURS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ofMinutes(5),
          Duration.ofDays(1_000),
          Duration.ofDays(36_500));

  private final Map<String, Long> expected = new TreeMap<>();
  private final Map<String, Streams> streams = new LinkedHashMap<>();
  private final Map<String, Aggregate> aggregates = new LinkedHashMap<>();
  @TempDir private Path folder;
  private Store store;
  private NearMembers members;
  private StateMemory memory;
  private int appended;

  @BeforeEach
  void start() {
    store =
        RocksStore.open(
            folder.resolve("data"),
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    members = new NearMembers(store);
    memory = new StateMemory(1 << 20, 16 << 20);
    for (String name : List.of("one", "two", "three")) {
      streams.put(name, members.start(name));
    }
    var _ = node("one").create(CLICKS, StreamOptions.DEFAULT.shards(SHARDS));
    SystemWaiting.until(
        () ->
            streams.values().stream().noneMatch(it -> it.owned().isEmpty())
                && streams.values().stream().mapToInt(it -> it.owned().size()).sum() == SHARDS);
    streams.keySet().forEach(name -> SystemWaiting.until(() -> begins(name)));
  }

  @AfterEach
  void stop() {
    aggregates.values().forEach(Aggregate::close);
    members.close();
    memory.close();
    store.close();
  }

  private Streams node(String name) {
    return Optional.ofNullable(streams.get(name)).orElseThrow();
  }

  private Aggregate aggregate(String name) {
    return Optional.ofNullable(aggregates.get(name)).orElseThrow();
  }

  private boolean begins(String name) {
    try {
      begin(name);
      return true;
    } catch (RequestException _) {
      return false; // an owner has lost a shard
    }
  }

  private void begin(String name) {
    StateSettings settings =
        new StateSettings(
            folder.resolve("state-" + name),
            memory,
            Optional.of(new DirectorySnapshotPlace(folder.resolve("snapshots"))),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    Aggregator counts = Kinds.count(AggregateOfMembersTest::group);
    aggregates.put(
        name,
        Aggregate.start(
            members.context(),
            node(name),
            CLICKS,
            "all",
            new AggregateJob(counts, HOURS, 1),
            settings));
  }

  @Test
  void any_node_answers_the_rows_of_all_shards() {
    append("one", 2_000);
    aggregates.keySet().forEach(this::awaitRows);
    append("two", 1_000);
    aggregates.keySet().forEach(this::awaitRows);
    AggregateAnswer answer = ask("three", 100_000);
    assertThat(answer.missing()).isEmpty();
    assertThat(answer.next()).hasSize(SHARDS);
    assertThat(answer.rows()).anyMatch(AggregateAnswer.Row::last);
    assertThat(
            aggregate("two")
                .rows(MergedRows.Wanted.of(0, END.toEpochMilli(), Bytes.utf8("g1"), 100_000))
                .rows())
        .hasSizeGreaterThan(5)
        .allMatch(row -> row.group().equals(Bytes.utf8("g1")));
  }

  @Test
  void pages_together_are_all_rows() {
    append("one", 3_000);
    awaitRows("one");
    List<AggregateAnswer.Row> all = ask("one", 100_000).rows();
    List<AggregateAnswer.Row> paged = new ArrayList<>();
    MergedRows.Wanted wanted = new MergedRows.Wanted(0, END.toEpochMilli(), GroupFilter.ANY, 7);
    AggregateAnswer page = aggregate("two").rows(wanted);
    paged.addAll(page.rows());
    while (page.more().isPresent()) {
      AggregateAnswer.Row last = page.rows().getLast();
      page = aggregate("two").rows(wanted.after(last.window().startMillis(), last.group()));
      paged.addAll(page.rows());
    }
    assertThat(paged).isEqualTo(all);
  }

  @Test
  void the_shards_of_a_node_that_is_not_reached_are_missing_and_nothing_is_closed() {
    append("one", 2_000);
    awaitRows("one");
    members.cut("two");
    AggregateAnswer answer = ask("one", 100_000);
    assertThat(answer.missing())
        .containsExactlyInAnyOrderElementsOf(
            node("two").owned().stream().map(shard -> shard.number()).toList());
    assertThat(answer.rows()).isNotEmpty().noneMatch(AggregateAnswer.Row::last);
    assertThat(total(answer)).isLessThan(2_000);
    // It reaches the others, and answers whole.
    assertThat(shown(ask("two", 100_000))).isEqualTo(expected);
    members.reconnect();
    awaitRows("one");
  }

  @Test
  void rows_that_were_closed_stay_as_they_are_while_shards_move() {
    append("one", 2_000);
    awaitRows("one");
    Map<String, Long> closed = closed(ask("one", 100_000));
    assertThat(closed).isNotEmpty();
    aggregate("two").close();
    aggregates.remove("two");
    members.stop("two");
    streams.remove("two");
    SystemWaiting.until(
        () -> {
          AggregateAnswer answer = ask("three", 100_000);
          Map<String, Long> now = closed(answer);
          now.forEach((row, count) -> assertThat(count).isEqualTo(expected.get(row)));
          if (answer.missing().isEmpty()) {
            assertThat(total(answer)).isLessThanOrEqualTo(appended);
          }
          return answer.missing().isEmpty() && shown(answer).equals(expected);
        });
    append("one", 1_000);
    awaitRows("three");
    assertThat(closed(ask("three", 100_000))).containsAllEntriesOf(closed);
  }

  private void append(String name, int count) {
    List<Event> events = new ArrayList<>();
    for (int i = appended; i < appended + count; i++) {
      Instant time = BEGIN.plusSeconds(i * 20L);
      String group = "g" + i % GROUPS;
      expected.merge(
          HOURS.windows().of(time.toEpochMilli()).getFirst() + " " + group, 1L, Long::sum);
      events.add(
          Event.builder(Bytes.utf8(group))
              .key(Bytes.utf8("k" + i % 97))
              .idempotencyKey("event " + i)
              .time(time)
              .build());
    }
    appended += count;
    SystemWaiting.until(() -> isAppended(name, events));
  }

  /** An owner may lose its shards at any time where the machine is busy. */
  private boolean isAppended(String name, List<Event> events) {
    try {
      var _ = node(name).stream(CLICKS).append(events);
      return true;
    } catch (RequestException | PartlyStoredException _) {
      return false;
    }
  }

  private static Bytes group(StoredEvent event) {
    return event.event().payload();
  }

  private AggregateAnswer ask(String name, int max) {
    return aggregate(name).rows(Instant.EPOCH, END, GroupFilter.ANY, max);
  }

  private void awaitRows(String name) {
    SystemWaiting.until(() -> shown(ask(name, 100_000)).equals(expected));
  }

  private static Map<String, Long> shown(AggregateAnswer answer) {
    return shown(answer.rows());
  }

  private static Map<String, Long> closed(AggregateAnswer answer) {
    return shown(answer.rows().stream().filter(AggregateAnswer.Row::last).toList());
  }

  private static Map<String, Long> shown(List<AggregateAnswer.Row> rows) {
    Map<String, Long> shown = new TreeMap<>();
    Aggregator counts = Kinds.count(event -> Bytes.EMPTY);
    rows.forEach(
        row ->
            shown.put(row.window() + " " + row.group().toUtf8(), (Long) counts.result(row.part())));
    return shown;
  }

  private static long total(AggregateAnswer answer) {
    return shown(answer).values().stream().mapToLong(Long::longValue).sum();
  }
}
