package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Aggregates of a stream on an embedded store. */
@Timeout(60)
class AggregateTest {

  private static final StreamName CLICKS = new StreamName("clicks");
  private static final int SHARDS = 2;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = BEGIN.plus(Duration.ofDays(999));
  private static final WindowOptions HOURS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ofMinutes(5),
          Duration.ofDays(1_000),
          Duration.ofDays(36_500));

  private final Map<String, Set<String>> expected = new TreeMap<>();
  @TempDir private Path folder;
  private Store store;
  private Context context;
  private Streams streams;
  private StateMemory memory;

  @BeforeEach
  void start() {
    store =
        RocksStore.open(
            folder.resolve("data"),
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    context = HurriedTime.context(store);
    streams = HurriedTime.streams(store);
    memory = new StateMemory(1 << 20, 16 << 20);
    var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(SHARDS));
  }

  @AfterEach
  void stop() {
    streams.close();
    memory.close();
    store.close();
  }

  @Test
  void rows_are_merged_over_shards_with_the_positions_up_to_which_they_are_complete() {
    append(0, 3_000);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
      AggregateAnswer answer = ask(aggregate);
      assertThat(answer.missing()).isEmpty();
      assertThat(answer.next()).containsOnlyKeys(0, 1);
      assertThat(answer.completeTo()).isPresent();
      assertThat(answer.rows()).noneMatch(AggregateAnswer.Row::incomplete);
      Instant complete = answer.completeTo().orElseThrow();
      assertThat(answer.rows())
          .allSatisfy(
              row ->
                  assertThat(row.last())
                      .isEqualTo(row.window().endMillis() <= complete.toEpochMilli()));
      assertThat(answer.rows()).anyMatch(AggregateAnswer.Row::last);
      append(3_000, 500);
      awaitRows(aggregate);
    }
  }

  /** One event with a newer time, as where its own time is absent, ends windows of its shard. */
  @Test
  void an_odd_event_makes_no_row_wrong_that_calls_itself_whole() {
    append(0, 3_000);
    try (Aggregate kept = begin(job(unique()));
        Aggregate dropping = begin("dropping", Duration.ofDays(90))) {
      awaitRows(kept);
      awaitRows(dropping);
      appendAt(3_000, BEGIN.plus(Duration.ofDays(500)));
      awaitRows(kept);
      assertThat(ask(kept).rows())
          .hasSizeGreaterThan(90)
          .noneMatch(AggregateAnswer.Row::incomplete);
      awaitAdded(dropping, 3_001);
      AggregateAnswer answer = ask(dropping);
      assertThat(answer.rows()).hasSize(1).noneMatch(AggregateAnswer.Row::incomplete);
      assertThat(expected()).containsAllEntriesOf(shown(answer));
    }
  }

  private Aggregate begin(String name, Duration keptFor) {
    WindowOptions windows =
        new WindowOptions(HOURS.windows(), HOURS.lateness(), keptFor, HOURS.ahead());
    AggregateJob job = new AggregateJob(unique(), windows, 1);
    return Aggregate.start(context, streams, CLICKS, name, job, settings());
  }

  /** Shards are slow, in turns, as the one or the other is in a backfill. */
  @Test
  void no_row_that_was_seen_closed_changes_afterwards() {
    append(0, 2_000);
    List<Semaphore> turns = List.of(new Semaphore(0), new Semaphore(0));
    Aggregator slow =
        new Watched(unique(), event -> turns.get(event.id().shard()).acquireUninterruptibly());
    Map<String, Object> closed = new TreeMap<>();
    try (Aggregate aggregate = begin(job(slow))) {
      try {
        SystemWaiting.until(() -> ask(aggregate).missing().isEmpty());
        assertThat(ask(aggregate).completeTo()).isEmpty();
        turns.get(0).release(500);
        for (int hour = 0; hour < 20; hour++) {
          append(2_000 + hour * 90, 90); // pages of their own
          seeClosed(ask(aggregate), closed);
        }
        turns.get(0).release(100_000);
        SystemWaiting.until(() -> hasEvents(aggregate, 0));
        AggregateAnswer oneShard = ask(aggregate);
        assertThat(oneShard.rows()).isNotEmpty().noneMatch(AggregateAnswer.Row::last);
        assertThat(oneShard.completeTo()).isEmpty();
        for (int step = 0; step < 30; step++) {
          turns.get(1).release(100);
          seeClosed(ask(aggregate), closed);
        }
      } finally {
        turns.forEach(turn -> turn.release(100_000));
      }
      awaitRows(aggregate);
      seeClosed(ask(aggregate), closed);
      assertThat(closed).isNotEmpty();
      assertThat(expected()).containsAllEntriesOf(closed);
    }
  }

  private static boolean hasEvents(Aggregate aggregate, int shard) {
    return Objects.requireNonNull(aggregate.status().shards().get(shard)).watermark().isPresent();
  }

  private static void seeClosed(AggregateAnswer answer, Map<String, Object> closed) {
    Map<String, Object> all = shown(answer);
    answer.rows().stream()
        .filter(AggregateAnswer.Row::last)
        .map(row -> row.window() + " " + row.group().toUtf8())
        .forEach(row -> assertThat(closed.putIfAbsent(row, all.get(row))).isIn(null, all.get(row)));
  }

  /** It may have some soon, as in a stream that has just begun. */
  @Test
  void a_shard_without_events_holds_up_the_others_for_a_minute() {
    long begin = context.time().nanoTime();
    append(0, 3_000, "m0");
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
      SystemWaiting.until(() -> ask(aggregate).missing().isEmpty());
      SystemWaiting.until(() -> ask(aggregate).completeTo().isPresent());
      assertThat(context.time().nanoTime() - begin)
          .isGreaterThanOrEqualTo(Duration.ofMinutes(1).toNanos());
      assertThat(ask(aggregate).rows()).anyMatch(AggregateAnswer.Row::last);
    }
  }

  @Test
  void rows_come_page_by_page_and_one_group_alone() {
    append(0, 1_000);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
      List<AggregateAnswer.Row> all = ask(aggregate).rows();
      List<AggregateAnswer.Row> paged = new ArrayList<>();
      MergedRows.Wanted wanted = new MergedRows.Wanted(0, END.toEpochMilli(), GroupFilter.ANY, 4);
      AggregateAnswer page = aggregate.rows(wanted);
      paged.addAll(page.rows());
      while (page.more().isPresent()) {
        assertThat(page.rows()).hasSize(4);
        AggregateAnswer.Row last = page.rows().getLast();
        page = aggregate.rows(wanted.after(last.window().startMillis(), last.group()));
        paged.addAll(page.rows());
      }
      assertThat(paged).isEqualTo(all);
      assertThat(
              aggregate
                  .rows(MergedRows.Wanted.of(0, END.toEpochMilli(), Bytes.utf8("g1"), 100))
                  .rows())
          .isNotEmpty()
          .isEqualTo(all.stream().filter(row -> row.group().equals(Bytes.utf8("g1"))).toList());
    }
  }

  @Test
  void an_aggregate_goes_on_where_it_was() {
    append(0, 500);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
    }
    stop();
    start();
    append(500, 500);
    Queue<StoredEvent> read = new ConcurrentLinkedQueue<>();
    try (Aggregate aggregate = begin(job(watched(unique(), read)))) {
      awaitRows(aggregate);
    }
    assertThat(read).hasSize(500);
  }

  @Test
  void what_was_not_flushed_is_read_again_whatever_the_group_has_committed() {
    append(0, 500);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
      aggregate.flush();
      append(500, 500);
      awaitRows(aggregate);
      SystemWaiting.until(() -> lag() == 0);
      memory.close(); // as a crash: drops what is not flushed
    }
    stop();
    start();
    Queue<StoredEvent> read = new ConcurrentLinkedQueue<>();
    AtomicBoolean held = new AtomicBoolean(true);
    Aggregator waiting =
        new Watched(
            unique(),
            event -> {
              SystemWaiting.until(() -> !held.get());
              read.add(event);
            });
    try (Aggregate aggregate = begin(job(waiting))) {
      try {
        SystemWaiting.until(() -> lag(aggregate) == 500);
      } finally {
        held.set(false);
      }
      awaitRows(aggregate);
    }
    assertThat(read).hasSize(500);
  }

  @Test
  void moving_the_group_changes_nothing() {
    append(0, 300);
    try (Aggregate aggregate = begin(job(Kinds.count(AggregateTest::group)))) {
      awaitAdded(aggregate, 300);
      Map<String, Object> before = shown(ask(aggregate));
      streams.stream(CLICKS).group(Aggregate.group("all", 1)).seek(Start.earliest());
      append(300, 1);
      awaitAdded(aggregate, 301);
      assertThat(shown(ask(aggregate)).values().stream().mapToLong(count -> (long) count).sum())
          .isEqualTo(301);
      assertThat(before).isNotEmpty();
    }
  }

  @Test
  void a_state_that_is_damaged_is_set_aside_and_built_anew() throws IOException {
    append(0, 2_000);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
    }
    damage("0");
    damage("1");
    try (Aggregate aggregate = begin(job(unique()))) {
      // Whoever reads finds it, if the opening has not.
      SystemWaiting.until(() -> shown(ask(aggregate)).equals(expected()) && quarantined(aggregate));
      assertThat(ask(aggregate).rows()).noneMatch(AggregateAnswer.Row::incomplete);
    }
    try (var names = Files.list(stateFolder())) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .contains("0.quarantine-1", "1.quarantine-1");
    }
  }

  @Test
  void a_damaged_state_that_cannot_be_set_aside_now_is_set_aside_later() throws IOException {
    append(0, 2_000);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
    }
    damage("0");
    damage("1");
    List<Path> odd =
        List.of(
            stateFolder().resolve("0.quarantine-odd"), stateFolder().resolve("1.quarantine-odd"));
    for (Path each : odd) {
      Files.createFile(each); // which no state can be moved beside, as its number is not known
    }
    try (Aggregate aggregate = begin(job(unique()))) {
      SystemWaiting.until(
          () -> {
            var _ = ask(aggregate);
            return aggregate.status().shards().values().stream()
                .allMatch(shard -> shard.trouble().orElse("").contains("NumberFormatException"));
          });
      for (Path each : odd) {
        Files.delete(each);
      }
      SystemWaiting.until(() -> shown(ask(aggregate)).equals(expected()) && quarantined(aggregate));
    }
  }

  private boolean quarantined(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .allMatch(shard -> shard.recovery().quarantined() == 1 && shard.trouble().isEmpty());
  }

  @Test
  void an_event_for_which_the_aggregator_throws_is_skipped_and_named_and_the_shard_goes_on() {
    append(0, 200);
    Aggregator failing =
        new Watched(
            unique(),
            event -> {
              if (event.event().payload().toUtf8().endsWith("m100")) {
                throw new NoClassDefFoundError("no member is called m100");
              }
            });
    try (Aggregate aggregate = begin(job(failing))) {
      SystemWaiting.until(
          () ->
              aggregate.status().shards().values().stream()
                      .mapToLong(shard -> shard.events().added() + shard.events().skipped())
                      .sum()
                  == 200);
      assertThat(aggregate.status().shards().values())
          .anyMatch(shard -> shard.trouble().orElse("").contains("m100"))
          .allMatch(shard -> shard.recovery().quarantined() == 0);
    }
  }

  @Test
  void an_error_that_is_no_fault_of_an_event_is_a_trouble_and_is_waited_out() {
    AtomicBoolean open = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    append(0, 50);
    AggregateJob job =
        new AggregateJob(
            Kinds.count(AggregateTest::even),
            HOURS,
            1,
            events -> {
              if (!open.get()) {
                calls.incrementAndGet();
                throw new LinkageError("a jar was replaced");
              }
            });
    try (Aggregate aggregate = begin(job)) {
      SystemWaiting.until(
          () ->
              aggregate.status().shards().values().stream()
                  .allMatch(shard -> shard.trouble().orElse("").contains("a jar was replaced")));
      assertThat(skipped(aggregate)).isZero();
      open.set(true);
      SystemWaiting.until(() -> skipped(aggregate) == 25);
      assertThat(calls).hasValueLessThan(50);
    }
  }

  @Test
  void skipped_events_are_told_of_before_the_page_counts_as_read() {
    AtomicBoolean open = new AtomicBoolean();
    Set<String> told = new HashSet<>();
    append(0, 50);
    try (Aggregate aggregate =
        begin(
            new AggregateJob(
                Kinds.count(event -> even(event)),
                HOURS,
                1,
                events -> {
                  if (!open.get()) {
                    throw new IllegalStateException("closed");
                  }
                  synchronized (told) {
                    events.forEach(event -> told.add(event.event().payload().toUtf8()));
                  }
                }))) {
      SystemWaiting.until(
          () ->
              aggregate.status().shards().values().stream()
                  .allMatch(shard -> shard.trouble().orElse("").contains("closed")));
      assertThat(skipped(aggregate)).isZero();
      open.set(true);
      SystemWaiting.until(() -> skipped(aggregate) == 25);
      synchronized (told) {
        assertThat(told).hasSize(25);
      }
    }
  }

  private static @Nullable Bytes even(StoredEvent event) {
    return Integer.parseInt(event.event().payload().toUtf8().substring(3)) % 2 == 0
        ? Bytes.EMPTY
        : null;
  }

  private static long skipped(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(shard -> shard.events().skipped())
        .sum();
  }

  @Test
  void folders_of_what_is_over_go() throws IOException {
    append(0, 50);
    StateSettings settings = settings();
    GroupId over = new GroupId(Aggregate.group("all", 1), 7);
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
    }
    Files.createDirectories(settings.folder().resolve("all.1~7/clicks~1/0"));
    Files.createDirectories(settings.folder().resolve("all.1~1/clicks~9/0"));
    Files.createDirectories(settings.folder().resolve("other.1~1/clicks~1/0"));
    try (Aggregate aggregate = begin(job(unique()))) {
      awaitRows(aggregate);
    }
    assertThat(settings.folder().resolve("all.1~7")).doesNotExist();
    assertThat(settings.folder().resolve("all.1~1/clicks~9")).doesNotExist();
    assertThat(settings.folder().resolve("other.1~1")).exists();
    Files.createDirectories(settings.folder().resolve("of somebody"));
    Aggregate.eraseOthers(
        context, streams, settings, Set.of(new GroupId(Aggregate.group("all", 1), 1)));
    assertThat(settings.folder().resolve("other.1~1")).doesNotExist();
    assertThat(settings.folder().resolve("of somebody")).exists();
    assertThat(stateFolder().resolve("0")).exists();
    Aggregate.erase(settings, new GroupId(Aggregate.group("all", 1), 1));
    Aggregate.erase(settings, over);
    assertThat(settings.folder().resolve("all.1~1")).doesNotExist();
  }

  private Path stateFolder() {
    return settings().folder().resolve("all.1~1").resolve("clicks~1");
  }

  /** Turns the bytes in the middle of all files with values. */
  private void damage(String shard) throws IOException {
    try (var files = Files.list(stateFolder().resolve(shard))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".sst")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length / 2; i++) {
          bytes[i] ^= 0x55;
        }
        Files.write(file, bytes);
      }
    }
  }

  /** Nothing is flushed before its test says so. */
  private StateSettings settings() {
    return new StateSettings(
        folder.resolve("state"),
        memory,
        Optional.empty(),
        StateSettings.SNAPSHOT_EVERY,
        Duration.ofHours(1));
  }

  private Aggregate begin(AggregateJob job) {
    return Aggregate.start(context, streams, CLICKS, "all", job, settings());
  }

  private static AggregateJob job(Aggregator aggregator) {
    return new AggregateJob(aggregator, HOURS, 1);
  }

  private static Aggregator unique() {
    return Kinds.unique(AggregateTest::group, event -> event.event().payload());
  }

  private static Aggregator watched(Aggregator aggregator, Queue<StoredEvent> read) {
    return new Watched(aggregator, read::add);
  }

  private static Bytes group(StoredEvent event) {
    return Bytes.utf8(event.event().payload().toUtf8().substring(0, 2));
  }

  private void append(int from, int count) {
    append(from, count, "m");
  }

  /** Events of one member are on one shard. */
  private void append(int from, int count, String members) {
    Stream stream = streams.stream(CLICKS);
    List<Event> events = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      String member = members.equals("m") ? "m" + i % 400 : members;
      events.add(event(i, member, BEGIN.plusSeconds(i * 40L)));
    }
    var _ = stream.append(events);
  }

  private void appendAt(int number, Instant time) {
    var _ = streams.stream(CLICKS).append(List.of(event(number, "m" + number % 400, time)));
  }

  private Event event(int number, String member, Instant time) {
    String group = "g" + number % 3;
    expected
        .computeIfAbsent(
            HOURS.windows().of(time.toEpochMilli()).getFirst() + " " + group,
            any -> new HashSet<>())
        .add(member);
    return Event.builder(Bytes.utf8(group + member)).key(Bytes.utf8(member)).time(time).build();
  }

  private Map<String, Object> expected() {
    Map<String, Object> counts = new TreeMap<>();
    expected.forEach((row, members) -> counts.put(row, (long) members.size()));
    return counts;
  }

  private static AggregateAnswer ask(Aggregate aggregate) {
    return aggregate.rows(Instant.EPOCH, END, GroupFilter.ANY, 100_000);
  }

  private static Map<String, Object> shown(AggregateAnswer answer) {
    Map<String, Object> rows = new TreeMap<>();
    Aggregator counts = Kinds.count(event -> Bytes.EMPTY);
    answer
        .rows()
        .forEach(
            row -> rows.put(row.window() + " " + row.group().toUtf8(), counts.result(row.part())));
    return rows;
  }

  private void awaitRows(Aggregate aggregate) {
    SystemWaiting.until(() -> shown(ask(aggregate)).equals(expected()));
  }

  private static void awaitAdded(Aggregate aggregate, long events) {
    SystemWaiting.until(
        () ->
            aggregate.status().shards().values().stream()
                    .mapToLong(shard -> shard.events().added())
                    .sum()
                == events);
  }

  private long lag() {
    return streams.stream(CLICKS).group(Aggregate.group("all", 1)).status().values().stream()
        .mapToLong(shard -> shard.unfollowed())
        .sum();
  }

  private static long lag(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(AggregateStatus.OfShard::lag)
        .sum();
  }
}
