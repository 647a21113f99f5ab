package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.Event;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An enrichment that was away for longer than its stream keeps events. */
@Timeout(60)
class ExpiredTest {

  private static final Duration RETENTION = Duration.ofHours(1);

  @TempDir private Path folder;

  /** A process, with a wall clock that is some time ahead. */
  private final class Server implements AutoCloseable {

    private final Store store;
    private final Context context;
    private final Streams streams;

    Server(Duration ahead) {
      InstantSource wall = () -> InstantSource.system().instant().plus(ahead);
      store =
          RocksStore.open(folder, RocksStoreOptions.DEFAULT.withDurability(Durability.OS), wall);
      Context now = HurriedTime.context(store);
      context = new Context(store, new Ahead(now.time(), wall), now.random(), now.threads());
      streams =
          Streams.start(
              new NodeSite(
                  context,
                  Peers.NONE,
                  "embedded",
                  "embedded",
                  OwnershipOptions.SOLE,
                  NodeLimits.DEFAULT));
      var _ =
          streams.create(
              EnrichmentFixture.EDITS, StreamOptions.DEFAULT.shards(1).retention(RETENTION));
    }

    void append(String payload) {
      var _ =
          streams.stream(EnrichmentFixture.EDITS)
              .append(List.of(Event.builder(Bytes.utf8(payload)).key(Bytes.utf8("k")).build()));
    }

    Enrichment<String> begin() {
      return Enrichment.start(context, streams, EnrichmentFixture.EDITS, "all", Collecting.job());
    }

    @Override
    public void close() {
      streams.close();
      store.close();
    }
  }

  private record Ahead(NodeTime time, InstantSource wall) implements NodeTime {

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      time.sleep(duration);
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }
  }

  private static boolean has(Enrichment<String> enrichment, String state) {
    return enrichment.state(Bytes.utf8("k")).map(KeyState::state).filter(state::equals).isPresent();
  }

  @Test
  void events_that_expired_before_they_were_read_are_told() {
    try (Server first = new Server(Duration.ZERO)) {
      first.append("1");
      try (Enrichment<String> enrichment = first.begin()) {
        SystemWaiting.until(() -> has(enrichment, "1"));
        assertThat(enrichment.troubles().answers()).isEmpty();
      }
      first.append("2");
    }
    try (Server later = new Server(Duration.ofHours(6))) {
      later.append("3");
      try (Enrichment<String> enrichment = later.begin()) {
        SystemWaiting.until(() -> has(enrichment, "1 3"));
        SystemWaiting.until(() -> !enrichment.troubles().answers().isEmpty());
        assertThat(enrichment.troubles().answers().get(0))
            .startsWith(
                "events had expired before they were read, in 1 stretches, the last one up to ");
      }
    }
  }
}
