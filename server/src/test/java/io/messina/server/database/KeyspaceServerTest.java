package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.cassandra.CassandraForTests;
import io.messina.server.RunningNode;
import io.messina.server.config.ConfigurationException;
import io.messina.server.http.ListenException;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ownership.MemberTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Starts and restarts of servers on a keyspace, and what they are refused for. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class KeyspaceServerTest {

  private static final int EVENTS = 64;

  @AutoClose private static TestKeyspace keyspace;

  @TempDir private Path folder;

  @BeforeAll
  static void make() {
    keyspace = TestKeyspace.shared();
  }

  @Test
  void servers_share_the_shards_of_a_keyspace_and_each_answers_for_all_of_them() throws Exception {
    try (RunningNode first = start(keyspace.url(), "--port", "0");
        RunningNode second = start(keyspace.url(), "--port", "0")) {
      first.json(201, "PUT", "/v1/streams/shared", "{\"shards\":8}");
      second.awaited(
          "/v1/cluster",
          cluster -> cluster.findValuesAsString("owner").stream().distinct().count() == 2);
      for (int i = 0; i < EVENTS; i++) {
        RunningNode any = i % 2 == 0 ? first : second;
        any.json(202, "POST", "/v1/streams/shared/events", "{\"number\":" + i + "}");
      }
      first.json(201, "PUT", "/v1/streams/shared/groups/workers", "{\"start\":\"earliest\"}");
      List<Integer> claimed = new ArrayList<>();
      while (claimed.size() < EVENTS) {
        JsonNode claim =
            second.json(
                200,
                "POST",
                "/v1/streams/shared/groups/workers/claim",
                "{\"limit\":100,\"wait\":\"5s\"}");
        claim.findValues("number").forEach(number -> claimed.add(number.asInt()));
        for (RunningNode any : List.of(first, second)) {
          JsonNode unfinished =
              any.json(
                  200,
                  "GET",
                  "/v1/streams/shared/groups/workers/unfinished?limit=1000&state=PROCESSING",
                  "");
          assertThat(unfinished.has("missing")).isFalse();
          assertThat(unfinished.get("events")).hasSize(claimed.size());
        }
      }
      assertThat(claimed)
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, EVENTS).boxed().toList());
    }
  }

  @Test
  void any_server_shows_all_of_them_with_what_each_owns() throws Exception {
    try (RunningNode first = start(keyspace.url(), "--port", "0");
        RunningNode second = start(keyspace.url(), "--port", "0")) {
      first.json(201, "PUT", "/v1/streams/looked-at", "{\"shards\":8}");
      for (RunningNode asked : List.of(first, second)) {
        JsonNode cluster = asked.awaited("/v1/cluster", KeyspaceServerTest::isDivided);
        assertThat(cluster.get("nodes").findValuesAsString("url"))
            .containsExactlyInAnyOrder(first.node().baseUrl(), second.node().baseUrl());
        assertThat(cluster.get("nodes").findValuesAsString("state"))
            .containsExactly("living", "living");
        assertThat(cluster.get("nodes").findValues("trouble")).isEmpty();
      }
    }
  }

  /** Whether two nodes own all shards, and say it as the list of shards does. */
  private static boolean isDivided(JsonNode cluster) {
    List<String> owners = cluster.get("shards").findValuesAsString("owner");
    return cluster.get("nodes").size() == 2
        && owners.size() == cluster.get("shards").size()
        && cluster
            .get("nodes")
            .valueStream()
            .allMatch(
                node ->
                    node.path("shards").asInt(0) > 0
                        && node.get("shards").intValue()
                            == Collections.frequency(owners, node.get("address").stringValue()));
  }

  @Test
  void
      a_server_that_cannot_be_reached_is_named_and_owns_nothing_and_one_that_does_not_beat_is_dead()
          throws Exception {
    String unreachable = "127.0.0.1:" + freePort();
    try (RunningNode first = start(keyspace.url(), "--port", "0");
        RunningNode second = start(keyspace.url(), "--port", "0", "--advertise", unreachable)) {
      first.json(201, "PUT", "/v1/streams/half", "{\"shards\":8}");
      JsonNode cluster =
          first.awaited(
              "/v1/cluster",
              found -> {
                List<String> owners = found.get("shards").findValuesAsString("owner");
                return !node(unreachable, found).path("takes_shards").asBoolean(true)
                    && owners.size() == found.get("shards").size()
                    && !owners.contains(unreachable);
              });
      JsonNode other = node(unreachable, cluster);
      assertThat(other.get("state").stringValue()).isEqualTo("living");
      assertThat(other.get("trouble").stringValue())
          .startsWith(unreachable + ": cannot be reached: ")
          .doesNotContain("\n");
      assertThat(other.propertyNames()).doesNotContain("shards", "url", "version");
      second.json(202, "POST", "/v1/streams/half/events", "{\"by\":\"way of the other\"}");

      second.store().refuse(call -> call.writes(MemberTable.MEMBERS));
      JsonNode after =
          first.awaited(
              "/v1/cluster",
              found -> "dead".equals(node(unreachable, found).path("state").asString("")));
      assertThat(node(unreachable, after).get("trouble").stringValue()).contains("did not beat");
    }
  }

  private static JsonNode node(String address, JsonNode cluster) {
    return cluster
        .get("nodes")
        .valueStream()
        .filter(node -> node.get("address").stringValue().equals(address))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  @Test
  void a_server_with_the_address_of_a_living_one_is_refused_by_a_sentence_that_names_it()
      throws Exception {
    String address = "127.0.0.1:" + freePort();
    try (RunningNode first = start(keyspace.url(), "--advertise", address)) {
      assertThatThrownBy(() -> start(keyspace.url(), "--advertise", address))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.IN_USE))
          .hasMessageContaining("another living server has the address " + address);
      first.json(201, "PUT", "/v1/streams/goes-on", "{\"shards\":1}");
    }
  }

  @Test
  void an_address_for_peers_that_is_taken_or_open_to_strangers_is_refused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> start(keyspace.url(), "--peers", "127.0.0.1:" + taken.getLocalPort()))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
    }
    assertThatThrownBy(
            () -> start(keyspace.url(), "--peers", "0.0.0.0:0", "--advertise", "localhost:1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("peers: ")
        .hasMessageContaining("a cluster secret")
        .hasMessageContaining("--cluster-secret-file");
    assertMisconfiguredBy("advertise: 0.0.0.0:1", "--advertise", "0.0.0.0:1");
    assertMisconfiguredBy("peers: absent", "--port", "65535");
  }

  private void assertMisconfiguredBy(String words, String... flags) {
    assertThatThrownBy(() -> start(keyspace.url(), flags))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(words);
  }

  @Test
  void what_one_server_has_stored_the_next_one_has() throws Exception {
    try (RunningNode first = start(keyspace.url())) {
      first.json(201, "PUT", "/v1/streams/kept", "{\"shards\":1}");
      first.json(202, "POST", "/v1/streams/kept/events", "{\"number\":1}");
    }
    try (RunningNode second = start(keyspace.url())) {
      second.json(202, "POST", "/v1/streams/kept/events", "{\"number\":2}");
      assertThat(second.send("GET", "/v1/streams/kept/events?shard=0", "").body())
          .contains("{\"number\":1}", "{\"number\":2}");
    }
  }

  @Test
  void a_server_in_another_data_centre_than_the_first_is_refused() throws Exception {
    start(keyspace.url()).close();
    String here = keyspace.options().datacenter();
    move(here + " (members)", "elsewhere (members)");
    try {
      assertMisconfigured(
          keyspace.url(), "is used from data centre elsewhere", "run the server in elsewhere");
    } finally {
      move("elsewhere (members)", here + " (members)");
    }
  }

  private static void move(String from, String to) {
    keyspace.execute(
        "UPDATE %s.clusters SET datacenter = '%s' WHERE cluster = 'messina' IF datacenter = '%s'"
            .formatted(keyspace.name(), to, from));
  }

  @Test
  void a_keyspace_that_is_missing_is_told_with_what_makes_it() {
    assertMisconfigured(
        keyspace.url().replace(keyspace.name(), "not_there"),
        "not_there",
        "messina schema apply",
        "CREATE KEYSPACE");
  }

  @Test
  void a_data_centre_that_is_not_there_is_told() {
    assertMisconfigured(keyspace.url().replace("dc=", "dc=no-"), "no-");
  }

  @Test
  void a_database_that_nobody_finds_is_told() throws Exception {
    int port = freePort();
    String url =
        keyspace
            .url()
            .replace(":" + CassandraForTests.shared().contactPoint().getPort(), ":" + port);
    assertThatThrownBy(() -> start(url))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no node answers at")
        .hasMessageContaining(Integer.toString(port));
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private RunningNode start(String url, String... flags) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("--store", url));
    all.addAll(List.of(flags));
    return RunningNode.in(folder, all.toArray(String[]::new));
  }

  private void assertMisconfigured(String url, String... parts) {
    assertThatThrownBy(() -> start(url))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.MISCONFIGURED))
        .message()
        .contains(parts)
        .doesNotContain("\n");
  }
}
