package io.messina.aggregate.configured;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.node.StateSettings;
import io.messina.aggregate.snapshot.DirectorySnapshotPlace;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.AggregateForm;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateWindows;
import io.messina.api.aggregate.MemberForm;
import io.messina.runtime.definition.Precondition;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that nobody removed when their aggregate was deleted. */
@Timeout(60)
class LeftSnapshotsTest {

  private static final StreamName CLICKS = new StreamName("clicks");

  @TempDir private Path folder;

  @Test
  void they_are_found_by_the_catalog_and_removed() throws IOException {
    Path left = folder.resolve("snapshots/gone.1~1");
    try (Store store =
            RocksStore.open(
                folder.resolve("data"),
                RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
                InstantSource.system());
        Streams streams = HurriedTime.streams(store);
        StateMemory memory = new StateMemory()) {
      var _ = streams.create(CLICKS, StreamOptions.DEFAULT.shards(1));
      var _ = streams.stream(CLICKS).append(List.of(Event.builder(Bytes.utf8("{}")).build()));
      try (Aggregates aggregates = begin(store, streams, memory)) {
        put(aggregates, "gone");
        SystemWaiting.until(() -> Files.isDirectory(left.resolve("clicks~1/0")));
        assertThat(aggregates.jobs().delete("gone", Precondition.NONE)).isTrue();
      }
      Files.createDirectories(left.resolve("clicks~1/0"));
      Files.writeString(left.resolve("clicks~1/0/x.manifest"), "left");
      try (Aggregates aggregates = begin(store, streams, memory)) {
        put(aggregates, "there");
        SystemWaiting.until(
            () -> Files.isDirectory(folder.resolve("snapshots/there.1~1")) && !Files.exists(left));
      }
    }
  }

  private Aggregates begin(Store store, Streams streams, StateMemory memory) {
    StateSettings settings =
        new StateSettings(folder.resolve("state"), memory)
            .withSnapshots(
                new DirectorySnapshotPlace(folder.resolve("snapshots")), Duration.ofSeconds(1));
    return Aggregates.start(
        new AggregateSite(
            HurriedTime.context(store),
            streams,
            settings,
            ConfiguredAggregators.BUILT_IN,
            Set.of()));
  }

  private static void put(Aggregates aggregates, String name) {
    AggregateOptions count =
        new AggregateOptions(
            CLICKS,
            AggregateKind.COUNT,
            new AggregateFields(List.of(), Optional.empty(), List.of(), Optional.empty()),
            new AggregateWindows(
                Duration.ofHours(1),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofDays(1),
                Optional.empty()),
            new AggregateForm(12, MemberForm.HASH, Optional.empty(), Optional.empty()));
    var _ = aggregates.jobs().put(name, count, Precondition.NONE);
  }
}
