package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.cassandra.CassandraForTests;
import io.messina.server.RunningNode;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts and restarts of servers on a keyspace, and what they are refused for. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class KeyspaceServerTest {

  @AutoClose private static TestKeyspace keyspace;

  @TempDir private Path folder;

  @BeforeAll
  static void make() {
    keyspace = TestKeyspace.shared();
  }

  @Test
  void a_second_server_is_refused_by_a_sentence_that_names_the_first_which_goes_on()
      throws Exception {
    try (RunningNode first = start(keyspace.url())) {
      assertThatThrownBy(() -> start(keyspace.url()))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.IN_USE))
          .hasMessageMatching(
              "keyspace \\w+ is in use by process \\d+ of host \\S+ \\(port 0\\), since"
                  + " 20\\d\\d-\\S+Z, which has beaten less than a second ago: stop it, or name"
                  + " another keyspace with --store");
      assertThat(first.awaited("/health/ready", _ -> true).toString())
          .contains("\"database\":\"ok\"", "\"clocks\":\"ok\"");
      first.json(201, "PUT", "/v1/streams/goes-on", "{\"shards\":1}");
    }
  }

  @Test
  void of_two_that_start_at_the_same_time_one_is_refused() throws Exception {
    List<Future<RunningNode>> starts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2; i++) {
        starts.add(threads.submit(() -> start(keyspace.url())));
      }
    }
    List<String> refusals = new ArrayList<>();
    for (Future<RunningNode> each : starts) {
      if (each.state() == Future.State.SUCCESS) {
        each.resultNow().close();
      } else {
        refusals.add(String.valueOf(each.exceptionNow().getMessage()));
      }
    }
    assertThat(refusals).singleElement().asString().contains("is in use by process");
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
    move(here, "elsewhere");
    try {
      assertMisconfigured(
          keyspace.url(), "is used from data centre elsewhere", "run the server in elsewhere");
    } finally {
      move("elsewhere", here);
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
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url =
        keyspace
            .url()
            .replace(":" + CassandraForTests.shared().contactPoint().getPort(), ":" + port);
    assertThatThrownBy(() -> start(url))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no node answers at")
        .hasMessageContaining(Integer.toString(port));
  }

  private RunningNode start(String url) throws InterruptedException {
    return RunningNode.in(folder, "--store", url);
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
