package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cluster.Ledger.Failure;
import io.messina.stream.json.ApiJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two servers under load that are upgraded one by one, and taken back, and upgraded again. The next
 * version is this one with higher numbers.
 */
@Timeout(240)
class UpgradeTest {

  private static final Duration EVENT_LEASE = Duration.ofSeconds(10);
  private static final Load.Size SIZE = new Load.Size(3, 1, 2, Duration.ofMillis(40));
  private static final int SHARDS = 8;

  /** A store that was upgraded stays so. */
  private static final AtomicInteger STORES = new AtomicInteger();

  @TempDir private Path folder;
  private final Ledger ledger = new Ledger(EVENT_LEASE);
  private final String store = TestCluster.newStore("messina_upgrade" + STORES.incrementAndGet());

  @Test
  void no_request_fails_while_servers_are_upgraded_and_taken_back_and_upgraded_again()
      throws Exception {
    Optional<NewerBuild> newer =
        Optional.of(NewerBuild.in(Files.createDirectory(folder.resolve("newer"))));
    try (TestCluster cluster =
            TestCluster.start(folder, 2, Map.of(), List.of(store, "--drain-delay=2s"));
        Load load = Load.start(cluster, "upgraded", SHARDS, EVENT_LEASE, SIZE, ledger)) {
      load.awaitProgress(50);
      Changes changes = new Changes(cluster, load);
      changes.change(0, newer);
      assertThat(finishUpgrade(cluster).body())
          .contains(
              "format: 2 is unknown to "
                  + cluster.address(1)
                  + ", which knows 1 (expected: only servers that know it");
      changes.change(1, newer);
      changes.change(1, Optional.empty());
      changes.change(1, newer);
      assertThat(formats(cluster)).containsExactly(1, 2, 2);
      assertThat(finishUpgrade(cluster).good()).isEqualToIgnoringNewLines("{\"format\":2}");
      assertThat(finishUpgrade(cluster).good()).isEqualToIgnoringNewLines("{\"format\":2}");
      assertThat(formats(cluster)).containsExactly(2, 2, 2);
      load.awaitProgress(200);
      changes.change(0, newer);
      load.awaitProgress(100);
      assertThisVersionIsRefused();

      assertThat(ledger.failuresSince(changes.begunNanos()))
          .filteredOn(Failure::wasReady)
          .as(cluster::toString)
          .isEmpty();
      assertThat(ledger.violations(load.drained())).as(cluster::toString).isEmpty();
    }
  }

  /** One server after the other. */
  private record Changes(TestCluster cluster, Load load, long begunNanos) {

    Changes(TestCluster cluster, Load load) {
      this(cluster, load, System.nanoTime());
    }

    void change(int server, Optional<NewerBuild> build) throws Exception {
      cluster.awaitShared(load.stream());
      cluster.change(server, build);
    }
  }

  private static Caller.Answer finishUpgrade(TestCluster cluster) {
    return Caller.ask(cluster.url(0), "POST", "/v1/cluster/finish-upgrade", "");
  }

  /** That in which all write, and those that the servers know. */
  private static List<Integer> formats(TestCluster cluster) {
    String answer = Caller.ask(cluster.url(1), "GET", "/v1/cluster", "").good();
    JsonNode shown = ApiJson.MAPPER.readTree(answer);
    List<Integer> formats = new ArrayList<>(List.of(shown.get("format").intValue()));
    for (JsonNode node : shown.get("nodes")) {
      if (node.get("state").stringValue().equals("living")) {
        formats.add(node.get("newest_format").intValue());
      }
    }
    return formats;
  }

  private void assertThisVersionIsRefused() throws Exception {
    try (MessinaProcess late = MessinaProcess.start(folder, List.of("serve", "--port=0", store))) {
      assertThat(late.awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
      assertThat(late.err())
          .contains(
              "messina: the store has format 2, and this version of Messina knows formats up to 1:"
                  + " use a version that is as new as the one that wrote it");
    }
  }
}
