package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.NAME;
import static io.messina.store.cql.TablesForTests.OWNER;
import static io.messina.store.cql.TablesForTests.SHARDS;
import static io.messina.store.cql.TablesForTests.fence;
import static io.messina.store.cql.TablesForTests.freshName;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.cassandra.CassandraCluster;
import io.messina.cassandra.CassandraNode;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import io.messina.stream.Event;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.EventPage;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store and a stream on three real nodes with a copy on each: each is lost and comes back, and
 * then one more is lost.
 */
@FullBuild("a node that is paused and killed, in OwnNodeTest")
final class ThreeNodesTest {

  private static final String KEYSPACE = "messina_three";

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What is read comes from the nodes. */
  private static final NodeLimits UNCACHED = NodeLimits.DEFAULT.withCacheBytesMax(1);

  private static final int APPENDS = 40;
  private static final int READ_MAX = 10_000;

  private final PartitionKey counter = SHARDS.partition(NAME.of(freshName()));
  private final List<String> appended = new ArrayList<>();
  private int fences;

  @TempDir private Path folder;

  @Test
  void what_two_of_three_nodes_acknowledged_is_read_without_either_of_them() {
    try (CassandraCluster cluster = CassandraCluster.start(folder, 3);
        CqlStore store = patiently(() -> CqlStore.open(options(cluster), InstantSource.system()))) {
      patiently(
          () -> {
            store.create(SHARDS);
            return store;
          });
      try (Streams streams = Streams.embedded(store, UNCACHED)) {
        Stream stream =
            streams.create(new StreamName("edits"), StreamOptions.DEFAULT.shards(2)).value();
        work(store, stream);
        for (CassandraNode lost : cluster.nodes()) {
          lost.kill();
          work(store, stream);
          assertThat(read(stream)).containsExactlyInAnyOrderElementsOf(appended);
          lost.startAgain();
          work(store, stream);
        }
        cluster.nodes().getLast().kill();
        assertThat(read(stream)).containsExactlyInAnyOrderElementsOf(appended);
      }
    }
  }

  private void work(CqlStore store, Stream stream) {
    for (int i = 0; i < APPENDS; i++) {
      append(stream, "edit " + appended.size());
      takeNextFence(store);
    }
  }

  /** Sent again with its key, as a producer does after an answer that tells nothing. */
  private void append(Stream stream, String text) {
    Event event =
        Event.builder(Bytes.utf8(text)).key(Bytes.utf8(text)).idempotencyKey(text).build();
    assertThat(patiently(() -> stream.append(List.of(event))).accepted()).isEqualTo(1);
    appended.add(text);
  }

  private void takeNextFence(CqlStore store) {
    fences++;
    FencedBatch.Builder batch =
        fences == 1
            ? FencedBatch.first(fence(1), counter)
            : FencedBatch.after(fence(fences - 1), fence(fences), counter);
    FencedBatch next = batch.set(OWNER.of("owner " + fences)).build();
    FenceOutcome outcome = patiently(() -> store.writeIf(next));
    assertThat(outcome)
        .as("fence %s: applied, now or by an earlier try", fences)
        .isIn(new FenceOutcome.Applied(), new FenceOutcome.Rejected(Optional.of(fence(fences))));
    assertThat(patiently(() -> store.getStatic(counter)).orElseThrow().get(OWNER))
        .isEqualTo("owner " + fences);
  }

  private static List<String> read(Stream stream) {
    List<String> all = new ArrayList<>();
    for (int shard = 0; shard < 2; shard++) {
      Optional<Position> from = Optional.empty();
      boolean isEnd = false;
      while (!isEnd) {
        int number = shard;
        Optional<Position> next = from;
        EventPage page = patiently(() -> stream.read(number, next, READ_MAX, Duration.ZERO));
        page.events().forEach(event -> all.add(event.event().payload().toUtf8()));
        isEnd = page.events().isEmpty();
        from = Optional.of(page.next());
      }
    }
    return all;
  }

  private static CqlOptions options(CassandraCluster cluster) {
    CqlOptions options =
        CqlOptions.of(
                cluster.nodes().stream().map(CassandraNode::contactPoint).toList(),
                KEYSPACE,
                cluster.datacenter())
            .withReplication(3);
    try (CqlSession session = CqlSessions.open(options)) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 3}"
              .formatted(KEYSPACE, cluster.datacenter()));
    }
    return options;
  }

  private static <T> T patiently(Supplier<T> operation) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return operation.get();
      } catch (StoreUnavailableException
          | UnknownOutcomeException
          | RequestException.Unavailable
          | RequestException.Unknown e) {
        if (System.nanoTime() - begun > PATIENCE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }
}
