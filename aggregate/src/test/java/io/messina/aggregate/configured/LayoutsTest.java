package io.messina.aggregate.configured;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.Json;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.AggregateForm;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.api.aggregate.AggregateWindows;
import io.messina.api.aggregate.FieldCondition;
import io.messina.api.aggregate.MemberForm;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Unique counts of streams whose keys say this or that, with members that come on every shard. */
@Timeout(60)
class LayoutsTest {

  private static final int SHARDS = 4;
  private static final int MEMBERS = 60;
  private static final int FLAGS = 3;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final StreamName DEAD = new StreamName("dead");

  private final Map<String, Set<Integer>> expected = new TreeMap<>();
  private int appended;
  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private StateMemory memory;
  private Aggregates aggregates;

  @BeforeEach
  void start() {
    store =
        RocksStore.open(
            folder.resolve("data"),
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    streams = HurriedTime.streams(store);
    memory = new StateMemory(1 << 20, 16 << 20);
    aggregates =
        Aggregates.start(
            new AggregateSite(
                HurriedTime.context(store),
                streams,
                new StateSettings(folder.resolve("state"), memory),
                ConfiguredAggregators.BUILT_IN,
                Set.of()));
  }

  @AfterEach
  void stop() {
    aggregates.close();
    streams.close();
    memory.close();
    store.close();
  }

  /** The next owner of all shards finds nothing on its disk. */
  private void loseDiskAndStart() throws IOException {
    stop();
    try (var files = Files.walk(folder.resolve("state"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    start();
  }

  private enum Layout {
    BY_MEMBER("/n", MemberForm.HASH),
    BY_GROUP("/flag", MemberForm.HASH),
    REKEYED("", MemberForm.HASH),
    REKEYED_BYTES("", MemberForm.BYTES),
    INTEGERS("", MemberForm.INTEGERS),
    SKETCH("", MemberForm.HASH);

    /** Those of a plain build count on the streams' shards, merge what these have, and rekey. */
    private static final List<Layout> ALL =
        Boolean.getBoolean("messina.test.everything")
            ? List.of(values())
            : List.of(BY_MEMBER, BY_GROUP, REKEYED, INTEGERS);

    private final String key;
    private final MemberForm form;

    Layout(String key, MemberForm form) {
      this.key = key;
      this.form = form;
    }

    StreamName stream() {
      return new StreamName("s" + key.replace('/', '-'));
    }

    AggregateName aggregate() {
      return new AggregateName(name().toLowerCase(java.util.Locale.ROOT));
    }

    AggregateKind kind() {
      return this == SKETCH ? AggregateKind.APPROX_UNIQUE : AggregateKind.UNIQUE;
    }

    AggregateOptions options() {
      return new AggregateOptions(
          stream(),
          kind(),
          new AggregateFields(
              List.of("/flag"),
              Optional.of("/n"),
              List.of(new FieldCondition("/robot", Optional.of(new Json("false")))),
              Optional.of(DEAD)),
          new AggregateWindows(
              Duration.ofHours(1),
              Optional.empty(),
              Optional.empty(),
              Duration.ZERO,
              Duration.ofDays(10_000),
              Optional.empty()),
          new AggregateForm(12, form, Optional.empty(), Optional.empty()));
    }
  }

  private void create(Layout layout) {
    StreamOptions options = StreamOptions.DEFAULT.shards(SHARDS).time("/at");
    var _ =
        streams.create(layout.stream(), layout.key.isEmpty() ? options : options.key(layout.key));
  }

  private void put(Layout layout) {
    var _ = aggregates.jobs().put(layout.aggregate().value(), layout.options(), Precondition.NONE);
  }

  @Test
  void each_layout_counts_members_that_come_on_every_shard_once() throws IOException {
    var _ = streams.create(DEAD, StreamOptions.DEFAULT.shards(1));
    for (Layout layout : Layout.ALL) {
      create(layout);
    }
    append(0);
    for (Layout layout : Layout.ALL) {
      put(layout);
    }
    append(1);
    assertThat(aggregates.jobs().find(Layout.REKEYED.aggregate().value()).options().form().rekey())
        .contains(true);
    assertThat(aggregates.jobs().find(Layout.BY_GROUP.aggregate().value()).options().form().rekey())
        .isEmpty();
    awaitAll();
    append(2);
    loseDiskAndStart();
    append(1);
    stop();
    start();
    append(3);
    awaitAll();
    for (Layout layout : Layout.ALL) {
      assertThat(deadLetters(layout))
          .as("dead letters of " + layout)
          .isEqualTo((long) appended * SHARDS);
      AggregateRows rows = rows(layout);
      assertThat(rows.positions()).hasSize(SHARDS);
      rows.positions()
          .forEach(
              (shard, position) ->
                  assertThat(position)
                      .isLessThanOrEqualTo(
                          streams.stream(layout.stream())
                              .find(Integer.parseInt(shard), Start.latest())));
    }
  }

  /** Each member on each shard of the streams that do not keep them together. */
  private void append(int hour) {
    appended++;
    for (StreamName name : Set.of(Layout.BY_MEMBER.stream(), Layout.BY_GROUP.stream())) {
      Stream stream = streams.stream(name);
      for (int shard = 0; shard < SHARDS; shard++) {
        boolean byMember = name.equals(Layout.BY_MEMBER.stream());
        var _ = stream.append(events(hour, (flag, member) -> Bytes.utf8(byMember ? member : flag)));
      }
    }
    Stream spread = streams.stream(Layout.REKEYED.stream());
    for (int shard = 0; shard < SHARDS; shard++) {
      Bytes key = keyOf(spread, shard);
      var _ = spread.append(events(hour, (flag, member) -> key));
    }
  }

  private List<Event> events(int hour, BiFunction<String, String, Bytes> key) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      String flag = "f" + i % FLAGS;
      int member = i + appended * 10;
      Instant at = BEGIN.plus(Duration.ofHours(hour)).plusSeconds(i);
      events.add(event(flag, "" + member, at, key));
      expected.computeIfAbsent(hour + " \"" + flag + "\"", any -> new HashSet<>()).add(member);
    }
    events.add(event("f0", "\"nobody\",\"robot\":true", BEGIN, key));
    events.add(event("f0", "null", BEGIN, key));
    return events;
  }

  private static Event event(
      String flag, String member, Instant at, BiFunction<String, String, Bytes> key) {
    String robot = member.contains("robot") ? "" : ",\"robot\":false";
    return Event.builder(
            Bytes.utf8(
                "{\"flag\":\"%s\",\"n\":%s%s,\"at\":\"%s\"}".formatted(flag, member, robot, at)))
        .contentType("application/json")
        .time(at)
        .key(key.apply(flag, member))
        .build();
  }

  private static Bytes keyOf(Stream stream, int shard) {
    for (int i = 0; ; i++) {
      Bytes key = Bytes.utf8("k" + i);
      if (stream.definition().keyPlacement().shardOf(key) == shard) {
        return key;
      }
    }
  }

  private void awaitAll() {
    for (Layout layout : Layout.ALL) {
      SystemWaiting.until(() -> isCounted(layout));
    }
  }

  /** Each event was added once, and none is missing. */
  private boolean isCounted(Layout layout) {
    try {
      AggregateRows rows = rows(layout);
      return rows.missing().isEmpty()
          && shown(rows, layout).equals(expected(layout))
          && report(layout).totals().skipped() == 2L * SHARDS * appended
          && report(layout).totals().added() == (long) MEMBERS * SHARDS * appended;
    } catch (RequestException e) {
      return false;
    }
  }

  private Map<String, Long> expected(Layout layout) {
    Map<String, Long> counts = new TreeMap<>();
    expected.forEach(
        (row, members) -> counts.put(row, layout == Layout.SKETCH ? 1 : (long) members.size()));
    return counts;
  }

  /** Sketches are exact below 128 members, which is not what is looked at here. */
  private static Map<String, Long> shown(AggregateRows rows, Layout layout) {
    Map<String, Long> counts = new TreeMap<>();
    for (AggregateRow row : rows.rows()) {
      long hour = Duration.between(BEGIN, row.windowStart()).toHours();
      long value = Long.parseLong(row.value().toString());
      counts.put(hour + " " + row.key().orElseThrow(), layout == Layout.SKETCH ? 1 : value);
    }
    return counts;
  }

  private AggregateRows rows(Layout layout) {
    return aggregates.rows(
        layout.aggregate(),
        new RowsQuery(
            Instant.EPOCH, RowsQuery.END, Optional.empty(), 1_000, Optional.empty(), false));
  }

  private AggregateReport report(Layout layout) {
    return aggregates.report(aggregates.jobs().find(layout.aggregate().value()));
  }

  private long deadLetters(Layout layout) {
    String mine = "aggregate/" + layout.aggregate() + "~";
    return streams.stream(DEAD).read(0, Optional.empty(), 10_000, Duration.ZERO).events().stream()
        .filter(event -> event.event().idempotencyKey().orElse("").startsWith(mine))
        .count();
  }

  @Test
  void moving_the_group_of_the_stream_changes_nothing() {
    beginRekeyed();
    var group = streams.stream(Layout.REKEYED.stream()).group(Aggregate.group("rekeyed", 1));
    group.seek(Start.earliest());
    group.seek(Start.latest());
    append(1);
    SystemWaiting.until(() -> isCounted(Layout.REKEYED));
  }

  @Test
  void the_stream_of_members_goes_with_its_aggregate() {
    beginRekeyed();
    assertThat(members()).containsExactly("aggregate.rekeyed.1.members.1");
    assertThat(aggregates.jobs().delete(Layout.REKEYED.aggregate().value(), Precondition.NONE))
        .isTrue();
    SystemWaiting.until(() -> members().isEmpty());
    put(Layout.REKEYED);
    SystemWaiting.until(() -> isCounted(Layout.REKEYED));
    assertThat(members()).containsExactly("aggregate.rekeyed.2.members.1");
  }

  @Test
  void a_stream_that_is_created_again_is_counted_anew() {
    beginRekeyed();
    streams.delete(Layout.REKEYED.stream());
    create(Layout.REKEYED);
    expected.clear();
    appended = 0;
    append(4);
    SystemWaiting.until(() -> isCounted(Layout.REKEYED));
    SystemWaiting.until(() -> members().equals(List.of("aggregate.rekeyed.1.members.2")));
  }

  @Test
  void members_with_other_keys_than_they_are_placed_by_make_their_windows_incomplete() {
    var _ = streams.create(DEAD, StreamOptions.DEFAULT.shards(1));
    create(Layout.BY_MEMBER);
    put(Layout.BY_MEMBER);
    Stream stream = streams.stream(Layout.BY_MEMBER.stream());
    List<Event> events = new ArrayList<>();
    events.add(event("f0", "7", BEGIN, (_, member) -> Bytes.utf8(member)));
    Instant later = BEGIN.plus(Duration.ofHours(1));
    events.add(event("f0", "7", later, (_, member) -> Bytes.utf8(member)));
    var _ = stream.append(events);
    SystemWaiting.until(() -> report(Layout.BY_MEMBER).totals().added() == 2);
    assertThat(report(Layout.BY_MEMBER).trouble()).isEmpty();
    for (int shard = 0; shard < SHARDS; shard++) {
      Bytes key = keyOf(stream, shard);
      var _ = stream.append(List.of(event("f0", "7", later, (_, _) -> key)));
    }
    SystemWaiting.until(() -> report(Layout.BY_MEMBER).totals().added() == 2 + SHARDS);
    assertThat(report(Layout.BY_MEMBER).trouble().orElseThrow())
        .startsWith("misplaced: " + SHARDS + " events, such as ");
    assertThat(rows(Layout.BY_MEMBER).rows())
        .extracting(AggregateRow::incomplete)
        .containsExactly(false, true);
  }

  private void beginRekeyed() {
    var _ = streams.create(DEAD, StreamOptions.DEFAULT.shards(1));
    for (Layout layout : Layout.ALL) {
      create(layout);
    }
    append(0);
    put(Layout.REKEYED);
    SystemWaiting.until(() -> isCounted(Layout.REKEYED));
  }

  private List<String> members() {
    return streams.list().stream()
        .map(stream -> stream.id().name().value())
        .filter(name -> name.contains("members"))
        .toList();
  }
}
