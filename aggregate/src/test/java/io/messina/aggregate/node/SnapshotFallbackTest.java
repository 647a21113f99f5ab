package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Mutex;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Snapshots in a folder of which somebody has damaged the newest. */
@Timeout(60)
class SnapshotFallbackTest {

  private static final StreamName CLICKS = new StreamName("clicks");
  private static final Logger LOGGER =
      (Logger) LoggerFactory.getLogger(ShardSnapshots.class.getName());

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private StateMemory memory;
  private long appended;
  private volatile Duration ahead = Duration.ZERO;

  @BeforeEach
  void start() {
    log.start();
    LOGGER.setLevel(Level.WARN);
    LOGGER.addAppender(log);
    store =
        RocksStore.open(
            folder.resolve("data"),
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            () -> Instant.now().plus(ahead));
    streams = HurriedTime.streams(store);
    memory = new StateMemory();
    var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(1));
  }

  @AfterEach
  void stop() {
    streams.close();
    memory.close();
    store.close();
    LOGGER.detachAppender(log);
    LOGGER.setLevel(null);
  }

  @Test
  void the_one_before_is_taken_with_a_warning_and_the_status_says_so() throws IOException {
    List<String> note = twoSnapshots();
    Path newest = placeFolder().resolve(note.get(2));
    Files.write(newest, new byte[10]);
    try (Aggregate aggregate = begin("elsewhere")) {
      SystemWaiting.until(() -> added(aggregate) == appended);
      assertThat(recovery(aggregate)).isEqualTo(new AggregateStatus.Recovery(0, 1, 1));
      assertThat(warnings())
          .singleElement()
          .asString()
          .isEqualTo(
              "The snapshot all.1~1/clicks~1/0/%s up to position %s is passed over:"
                  + " all.1~1/clicks~1/0/%1$s: 10 bytes are no manifest",
              note.get(2), note.get(1));
    }
  }

  @Test
  void without_a_sound_one_the_stream_is_read_from_its_beginning() throws IOException {
    List<String> note = twoSnapshots();
    Files.delete(placeFolder().resolve(note.get(2)));
    Path before = placeFolder().resolve(note.get(4));
    byte[] bytes = Files.readAllBytes(before);
    bytes[bytes.length / 2] ^= 1;
    Files.write(before, bytes);
    try (Aggregate aggregate = begin("elsewhere")) {
      SystemWaiting.until(() -> added(aggregate) == appended);
      assertThat(recovery(aggregate)).isEqualTo(new AggregateStatus.Recovery(0, 0, 2));
      assertThat(warnings())
          .satisfiesExactly(
              first -> assertThat(first).contains(note.get(2)).endsWith("is missing"),
              second ->
                  assertThat(second)
                      .contains(note.get(4))
                      .endsWith("the manifest has another checksum than it says"));
    }
  }

  @Test
  void what_expired_since_the_newest_snapshot_makes_rows_incomplete_and_none_is_closed_with_less() {
    var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(1).retention(Duration.ofHours(1)));
    try (Aggregate aggregate = begin("here")) {
      append(10);
      SystemWaiting.until(() -> newest() >= 0 && added(aggregate) == appended);
    }
    try (Aggregate aggregate = begin("here", _ -> Bytes.EMPTY, Duration.ofHours(1))) {
      append(5);
      SystemWaiting.until(() -> added(aggregate) == appended);
    }
    streams.close();
    ahead = Duration.ofHours(2);
    streams = HurriedTime.streams(store);
    try (Aggregate aggregate = begin("elsewhere")) {
      SystemWaiting.until(
          () -> {
            List<AggregateAnswer.Row> rows = answer(aggregate).rows();
            assertThat(rows).noneMatch(row -> row.last() && !row.incomplete());
            return rows.stream().anyMatch(AggregateAnswer.Row::incomplete);
          });
      assertThat(recovery(aggregate)).isEqualTo(new AggregateStatus.Recovery(0, 1, 0));
      assertThat(added(aggregate)).isEqualTo(10);
    }
  }

  @Test
  void a_damaged_state_is_mended_and_no_snapshot_is_taken_of_it() throws IOException {
    try (Aggregate aggregate = begin("here", SnapshotFallbackTest::ofItsOwn)) {
      append(3_000);
      SystemWaiting.until(() -> newest() >= 0 && added(aggregate) == appended);
    }
    damageTables();
    try (Aggregate aggregate = begin("here", SnapshotFallbackTest::ofItsOwn)) {
      append(1);
      SystemWaiting.until(
          () -> recovery(aggregate).quarantined() == 1 && added(aggregate) == appended);
      assertThat(rows(aggregate)).isEqualTo(appended);
    }
  }

  @Test
  void its_trouble_is_over_once_it_is_mended_though_no_event_comes() throws IOException {
    try (Aggregate aggregate = begin("here", SnapshotFallbackTest::ofItsOwn)) {
      append(3_000);
      SystemWaiting.until(() -> newest() >= 0 && added(aggregate) == appended);
    }
    damageTables();
    try (Aggregate aggregate = begin("here", SnapshotFallbackTest::ofItsOwn)) {
      SystemWaiting.until(
          () -> rows(aggregate) == appended && recovery(aggregate).quarantined() == 1);
      SystemWaiting.until(() -> shard(aggregate).trouble().isEmpty());
    }
  }

  private static long rows(Aggregate aggregate) {
    return answer(aggregate).rows().size();
  }

  private static AggregateAnswer answer(Aggregate aggregate) {
    Instant end = Instant.EPOCH.plus(Duration.ofDays(1));
    return aggregate.rows(Instant.EPOCH, end, GroupFilter.ANY, 10_000);
  }

  @Test
  void what_a_shard_has_left_here_goes_once_a_snapshot_reaches_further_and_no_sooner() {
    long newest = ShardSnapshots.newest(String.join(" ", twoSnapshots()));
    StateSettings settings = settings("elsewhere");
    StateFolders folders =
        new StateFolders(
            settings.folder(), new GroupId(Aggregate.group("all", 1), 1), new StreamId(CLICKS, 1));
    Mutex unused = new Mutex();
    AtomicInteger looks = new AtomicInteger();
    AtomicBoolean owned = new AtomicBoolean(true);
    leave(folders, newest - 1);
    try (LeftFolders left =
        new LeftFolders(
            HurriedTime.context(store),
            settings,
            folders,
            streams.stream(CLICKS).group(Aggregate.group("all", 1)),
            _ -> {
              looks.incrementAndGet();
              return unused;
            },
            _ -> owned.get())) {
      left.start();
      SystemWaiting.until(() -> looks.get() > 1 || !folders.has(0));
      try (var _ = unused.hold()) {
        assertThat(folders.has(0)).isTrue();
        folders.remove(0);
        leave(folders, newest);
        owned.set(false);
        looks.set(0);
      }
      SystemWaiting.until(() -> looks.get() > 1 || !folders.has(0));
      try (var _ = unused.hold()) {
        assertThat(folders.has(0)).isTrue();
        left.used(0);
        folders.remove(0);
        leave(folders, newest - 1);
      }
      SystemWaiting.until(() -> !folders.has(0));
    }
  }

  private void leave(StateFolders folders, long next) {
    try (ShardState state = new ShardState(folders.state(0), memory)) {
      state.commit(
          new ShardProgress(
              next, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(0, 0, 0, 0)));
      state.flush();
    }
  }

  /** Returns the words of the note that names them. */
  private List<String> twoSnapshots() {
    try (Aggregate aggregate = begin("here")) {
      for (int i = 1; i <= 2; i++) {
        append();
        int published = i;
        SystemWaiting.until(
            () -> note().size() == 1 + 2 * published && added(aggregate) == appended);
      }
      assertThat(warnings()).isEmpty();
      return note();
    }
  }

  private List<String> note() {
    return List.of(
        streams.stream(CLICKS)
            .group(Aggregate.group("all", 1))
            .followed(0)
            .orElseThrow()
            .note()
            .split(" "));
  }

  private long newest() {
    return ShardSnapshots.newest(String.join(" ", note()));
  }

  private void append() {
    append(1);
  }

  private void append(int events) {
    Event event = Event.builder(Bytes.utf8("click")).time(Instant.EPOCH).build();
    var _ = streams.stream(CLICKS).append(Collections.nCopies(events, event));
    appended += events;
  }

  private void damageTables() throws IOException {
    try (var files = Files.list(folder.resolve("here/all.1~1/clicks~1/0"))) {
      for (Path table : files.filter(file -> file.toString().endsWith(".sst")).toList()) {
        byte[] bytes = Files.readAllBytes(table);
        Arrays.fill(bytes, 0, bytes.length / 2, (byte) 0);
        Files.write(table, bytes);
      }
    }
  }

  /** Of snapshots that are not sound; there may be others of a sweep that was cut short. */
  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .filter(message -> message.contains("passed over"))
        .toList();
  }

  private static Bytes ofItsOwn(StoredEvent event) {
    return Bytes.utf8("the group of event " + event.id());
  }

  private Path placeFolder() {
    return folder.resolve("snapshots/all.1~1/clicks~1/0");
  }

  private Aggregate begin(String machine) {
    return begin(machine, _ -> Bytes.EMPTY);
  }

  private Aggregate begin(String machine, Function<StoredEvent, @Nullable Bytes> group) {
    return begin(machine, group, Duration.ofSeconds(1));
  }

  private Aggregate begin(
      String machine, Function<StoredEvent, @Nullable Bytes> group, Duration snapshots) {
    WindowOptions hours =
        new WindowOptions(
            Windows.tumbling(Duration.ofHours(1)),
            Duration.ZERO,
            Duration.ofDays(1),
            WindowOptions.AHEAD);
    AggregateJob job = new AggregateJob(Kinds.count(group), hours, 1);
    return Aggregate.start(
        HurriedTime.context(store), streams, CLICKS, "all", job, settings(machine, snapshots));
  }

  private StateSettings settings(String machine) {
    return settings(machine, Duration.ofSeconds(1));
  }

  private StateSettings settings(String machine, Duration snapshots) {
    return new StateSettings(
        folder.resolve(machine),
        memory,
        Optional.of(new DirectorySnapshotPlace(folder.resolve("snapshots"))),
        snapshots,
        Duration.ofSeconds(1));
  }

  private static long added(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(shard -> shard.events().added())
        .sum();
  }

  private static AggregateStatus.Recovery recovery(Aggregate aggregate) {
    return shard(aggregate).recovery();
  }

  private static AggregateStatus.OfShard shard(Aggregate aggregate) {
    return aggregate.status().shards().values().iterator().next();
  }
}
