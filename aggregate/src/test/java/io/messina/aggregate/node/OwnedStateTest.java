package io.messina.aggregate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.definition.StoreIdentity;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two stores that both have a stream and an aggregate of one name, and what lies beside them. */
@Timeout(60)
class OwnedStateTest {

  private static final StreamName CLICKS = new StreamName("clicks");

  @TempDir private Path folder;

  /** A store with a process on it. */
  private final class Server implements AutoCloseable {

    private final Store store;
    private final Context context;
    private final Streams streams;
    private final StateMemory memory = new StateMemory();
    private StateSettings settings;

    Server(String name, String states, String snapshots) {
      store =
          RocksStore.open(
              folder.resolve(name),
              RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
              InstantSource.system());
      context = HurriedTime.context(store);
      streams = HurriedTime.streams(store);
      settings = settings(states, snapshots);
      var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(1));
    }

    private StateSettings settings(String states, String snapshots) {
      return new StateSettings(
          folder.resolve(states),
          memory,
          Optional.of(new DirectorySnapshotPlace(folder.resolve(snapshots))),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));
    }

    void append(int events) {
      for (int i = 0; i < events; i++) {
        var _ =
            streams.stream(CLICKS)
                .append(List.of(Event.builder(Bytes.utf8("x")).time(Instant.EPOCH).build()));
      }
    }

    Aggregate begin() {
      WindowOptions hours =
          new WindowOptions(
              Windows.tumbling(Duration.ofHours(1)),
              Duration.ZERO,
              Duration.ofDays(1),
              WindowOptions.AHEAD);
      return Aggregate.start(
          context,
          streams,
          CLICKS,
          "all",
          new AggregateJob(Kinds.count(_ -> Bytes.EMPTY), hours, 1),
          settings);
    }

    String note() {
      return streams.stream(CLICKS)
          .group(Aggregate.group("all", 1))
          .followed(0)
          .orElseThrow()
          .note();
    }

    /** Counts some events and keeps them in a snapshot. */
    void publish(int events) {
      append(events);
      try (Aggregate aggregate = begin()) {
        String before = note();
        SystemWaiting.until(() -> added(aggregate) >= events && !note().equals(before));
      }
    }

    String id() {
      return StoreIdentity.of(context).id();
    }

    @Override
    public void close() {
      streams.close();
      memory.close();
      store.close();
    }
  }

  private static long added(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(shard -> shard.events().added())
        .sum();
  }

  private static Optional<String> trouble(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .flatMap(shard -> shard.trouble().stream())
        .findAny();
  }

  private static long failed(Aggregate aggregate) {
    return aggregate.status().shards().values().stream()
        .mapToLong(shard -> shard.snapshots().failed())
        .sum();
  }

  private Set<String> files(String place) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(place))) {
      Set<String> names = new TreeSet<>();
      files.filter(Files::isRegularFile).forEach(file -> names.add(file.toString()));
      return names;
    }
  }

  @Test
  void a_folder_of_states_of_another_store_is_refused_and_left_as_it_is() throws IOException {
    String ours;
    try (Server first = new Server("one", "states", "snapshots-1")) {
      first.publish(3);
      ours = first.id();
    }
    Set<String> before = files("states");
    try (Server second = new Server("two", "states", "snapshots-2")) {
      second.append(1);
      String sentence =
          "state: %s belongs to the store %s (expected: a folder of this store, %s); nothing in it is read or removed, choose another folder"
              .formatted(folder.resolve("states"), ours, second.id());
      assertThatThrownBy(second::begin)
          .isInstanceOf(ForeignStateException.class)
          .hasMessage(sentence);
      assertThatThrownBy(() -> Aggregate.checkFolder(second.context, second.settings))
          .hasMessage(sentence);
      assertThatThrownBy(
              () ->
                  Aggregate.eraseOthers(second.context, second.streams, second.settings, Set.of()))
          .hasMessage(sentence);
    }
    assertThat(files("states")).isEqualTo(before);
  }

  @Test
  void a_folder_from_before_there_were_marks_goes_to_the_store_that_has_its_aggregates()
      throws IOException {
    try (Server first = new Server("one", "states", "snapshots");
        Server second = new Server("two", "states", "snapshots")) {
      first.publish(3);
      Files.delete(folder.resolve("states").resolve(OwnedState.MARK));
      assertThatThrownBy(second::begin)
          .isInstanceOf(ForeignStateException.class)
          .hasMessageContaining(
              "holds states of aggregates that this store does not have, such as all.1~1");
      first.append(1);
      try (Aggregate aggregate = first.begin()) {
        SystemWaiting.until(() -> added(aggregate) == 4);
      }
      assertThat(folder.resolve("states").resolve(OwnedState.MARK)).hasContent(first.id());
    }
  }

  @Test
  void snapshots_of_another_store_are_neither_replaced_nor_swept() throws IOException {
    try (Server first = new Server("one", "states-1", "snapshots");
        Server second = new Server("two", "states-2", "snapshots")) {
      first.publish(3);
      Set<String> before = files("snapshots");
      second.append(5);
      try (Aggregate aggregate = second.begin()) {
        SystemWaiting.until(() -> added(aggregate) == 5 && failed(aggregate) > 0);
        assertThat(second.note()).isEmpty();
      }
      Aggregate.eraseSnapshots(second.context, second.streams, second.settings, _ -> true);
      assertThat(files("snapshots")).isEqualTo(before);
    }
  }

  @Test
  void a_place_without_the_mark_is_no_place_that_has_lost_its_snapshots() throws IOException {
    try (Server server = new Server("one", "states-1", "snapshots")) {
      server.publish(3);
      server.settings = server.settings("states-2", "slip");
      String note = server.note();
      server.append(1);
      try (Aggregate aggregate = server.begin()) {
        SystemWaiting.until(() -> trouble(aggregate).isPresent());
        assertThat(trouble(aggregate).orElseThrow())
            .contains(
                "snapshots: the folder %s has no mark messina-snapshots of this store"
                    .formatted(folder.resolve("slip")))
            .contains(server.id());
        assertThat(added(aggregate)).isZero();
      }
      assertThat(folder.resolve("slip")).doesNotExist();
      assertThat(server.note()).isEqualTo(note);
      server.settings = server.settings("states-2", "snapshots");
      try (Aggregate aggregate = server.begin()) {
        SystemWaiting.until(() -> added(aggregate) == 4);
        assertThat(restored(aggregate)).isEqualTo(1);
      }
    }
  }

  private static long restored(Aggregate aggregate) {
    return Objects.requireNonNull(aggregate.status().shards().get(0)).recovery().restored();
  }

  @Test
  void a_place_from_before_there_were_marks_goes_to_the_store_that_has_its_snapshots()
      throws IOException {
    try (Server server = new Server("one", "states-1", "snapshots")) {
      server.publish(3);
      Path mark = folder.resolve("snapshots").resolve(SnapshotPlace.MARK);
      Files.write(mark, new byte[0]);
      server.settings = server.settings("states-2", "snapshots");
      server.append(1);
      try (Aggregate aggregate = server.begin()) {
        SystemWaiting.until(() -> added(aggregate) == 4);
        assertThat(restored(aggregate)).isEqualTo(1);
      }
      assertThat(mark).hasContent(server.id());
    }
  }

  @Test
  void snapshots_of_what_is_over_go_and_no_others() throws IOException {
    try (Server server = new Server("one", "states", "snapshots")) {
      server.publish(3);
      Path over = folder.resolve("snapshots/gone.1~1/clicks~1/0");
      Files.createDirectories(over);
      Files.writeString(over.resolve("x.manifest"), "x");
      Aggregate.eraseSnapshots(server.context, server.streams, server.settings, "gone.1~1"::equals);
      assertThat(folder.resolve("snapshots/gone.1~1")).doesNotExist();
      assertThat(folder.resolve("snapshots/all.1~1")).exists();
    }
  }
}
