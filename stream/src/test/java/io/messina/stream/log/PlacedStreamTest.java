package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Placement;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.Scan;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.testkit.PlacedStore;
import io.messina.testkit.SimulatedStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A node on a store that tells where its partitions lie, by real clocks. */
class PlacedStreamTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final StreamName EDITS = new StreamName("edits");
  private static final GroupName SCORER = new GroupName("scorer");
  private static final int SHARDS = 16;
  private static final int SHARD_COLUMN = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PlacedStore store =
      new PlacedStore(SimulatedStore.calm(InstantSource.system()), MadeUpCluster.of(3, 4));
  @AutoClose private Streams streams = Streams.embedded(store);

  @Test
  void a_shard_is_appended_to_worked_on_taken_over_and_deleted_where_its_home_is() {
    Stream edits = create(Placement.CORE);
    assertThat(edits.append(events(0, 200)).accepted()).isEqualTo(200);
    Group group = edits.createGroup(SCORER, Start.earliest(), GroupOptions.DEFAULT).value();
    List<String> done = new ArrayList<>(work(group, 120));

    streams.close();
    streams = Streams.embedded(store);
    Stream again = streams.stream(EDITS);
    assertThat(again.append(events(200, 300)).accepted()).isEqualTo(100);
    done.addAll(work(again.group(SCORER), 180));

    assertThat(done).hasSize(300).doesNotHaveDuplicates();
    CatalogStream definition = again.definition();
    assertThat(written()).hasSize(SHARDS);
    Set<Home> homes = new HashSet<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      PartitionLocation state = store.locations().find(definition.state(shard)).orElseThrow();
      assertThat(places(shard)).containsExactly(state);
      homes.add(state.home());
    }
    assertThat(homes).containsAll(store.locations().homes());
    assertThat(Set.copyOf(definition.salts().numbers())).hasSizeGreaterThan(1);

    assertThat(streams.delete(EDITS)).isTrue();
    awaitErased();
  }

  @Test
  void a_stream_that_does_not_choose_has_no_salts_and_cannot_begin_to_choose() {
    Stream edits = create(Placement.ANY);
    var _ = edits.append(events(0, 50));

    assertThat(edits.definition().salts()).isEqualTo(ShardSalts.NONE);
    assertThat(partitions().map(key -> key.values().getLast())).containsOnly(0);
    assertThatThrownBy(() -> create(Placement.CORE))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("placement: core (expected: any, as it was created)");
  }

  @Test
  void a_stream_that_is_created_again_chooses_again() {
    ShardSalts first = create(Placement.CORE).definition().salts();
    assertThat(create(Placement.CORE).definition().salts()).isEqualTo(first);

    assertThat(streams.delete(EDITS)).isTrue();
    Stream again = create(Placement.CORE);

    assertThat(again.definition().id()).hasToString("edits~2");
    assertThat(again.definition().salts()).isNotEqualTo(first);
    assertThat(again.append(events(0, 10)).accepted()).isEqualTo(10);
  }

  private Stream create(Placement placement) {
    return streams.create(EDITS, StreamOptions.DEFAULT.shards(SHARDS).placement(placement)).value();
  }

  private static List<Event> events(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            number -> Event.builder(Bytes.utf8("payload")).key(Bytes.utf8("key " + number)).build())
        .toList();
  }

  private static List<String> work(Group group, int count) {
    List<String> done = new ArrayList<>();
    while (done.size() < count) {
      List<ClaimedEvent> claimed =
          group.claim(ClaimOptions.upTo(count - done.size()).withWait(PATIENCE));
      assertThat(claimed).isNotEmpty();
      assertThat(group.ack(claimed.stream().map(ClaimedEvent::receipt).toList()))
          .containsOnly(ReceiptStatus.OK);
      claimed.forEach(event -> done.add(event.stored().id().toString()));
    }
    return done;
  }

  private void awaitErased() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (partitions().anyMatch(this::holds)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private Map<Integer, Set<PartitionKey>> written() {
    return store.writtenBy(
        SHARD_COLUMN, table -> table.equals("shards") || table.startsWith("log_"));
  }

  private java.util.stream.Stream<PartitionKey> partitions() {
    return written().values().stream().flatMap(Set::stream);
  }

  private Set<PartitionLocation> places(int shard) {
    return Objects.requireNonNull(written().get(shard)).stream()
        .map(key -> store.locations().find(key).orElseThrow())
        .collect(Collectors.toSet());
  }

  private boolean holds(PartitionKey partition) {
    return store.scan(Scan.of(partition).first(1)).hasNext();
  }
}
