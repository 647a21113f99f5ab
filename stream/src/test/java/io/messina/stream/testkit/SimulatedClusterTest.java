package io.messina.stream.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Programs that are tested on simulated servers run on two that live at the same time. */
final class SimulatedClusterTest {

  private static final StreamName STREAM = new StreamName("work");
  private static final int SHARDS = 8;
  private static final int EVENTS = 40;
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void servers_share_the_shards_each_takes_events_for_all_and_one_that_is_kept_has_all() {
    try (Simulation simulation = new Simulation(1)) {
      SimulatedCluster<String> cluster =
          new SimulatedCluster<>(
              simulation,
              new SimulatedStore(simulation),
              simulation.random("world"),
              Duration.ofMillis(200));
      List<SimulatedServer<String>> servers = new ArrayList<>();
      for (String name : List.of("a", "b")) {
        servers.add(cluster.start(name, (_, _, streams) -> begin(streams)));
      }
      assertThat(cluster.goUntil(() -> servers.stream().allMatch(it -> owned(it) > 0), LONG))
          .isTrue();
      assertThat(servers.stream().mapToInt(SimulatedClusterTest::owned).sum()).isEqualTo(SHARDS);

      List<String> told = new ArrayList<>();
      Producer<String> producer =
          new Producer<>(
              cluster,
              STREAM,
              EVENTS,
              (number, server) -> event(number, server.node().name(), told),
              _ -> {});
      cluster.use(1, producer::step);
      RandomGenerator harm = simulation.random("harm");
      cluster.harm(4, Duration.ofSeconds(20), server -> server.harm(harm));
      assertThat(cluster.goUntil(producer::isDone, LONG)).isTrue();
      assertThat(told).contains("a-1", "b-1");

      cluster.keepOne();
      assertThat(cluster.goUntil(() -> servers.stream().anyMatch(it -> owned(it) == SHARDS), LONG))
          .isTrue();
      assertThat(servers).filteredOn(it -> it.running().isPresent()).hasSize(1);
    }
  }

  private static String begin(Streams streams) {
    var _ = streams.create(STREAM, StreamOptions.DEFAULT.shards(SHARDS));
    return "begun";
  }

  private static int owned(SimulatedServer<String> server) {
    return server.running().map(it -> it.streams().owned().size()).orElse(0);
  }

  private static Event event(int number, String server, List<String> told) {
    told.add(server);
    return Event.builder(Bytes.utf8("e" + number)).idempotencyKey("e" + number).build();
  }
}
