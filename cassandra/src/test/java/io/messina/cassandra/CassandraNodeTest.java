package io.messina.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraNodeTest {

  private static final DriverConfigLoader PATIENT =
      DriverConfigLoader.programmaticBuilder()
          .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(60))
          .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(60))
          .build();

  @TempDir Path folder;

  @Test
  void the_node_that_tests_share_answers_drivers() {
    CassandraForTests shared = CassandraForTests.shared();
    try (CqlSession session = sessionAt(shared.contactPoint(), shared.datacenter())) {
      assertThat(release(session)).startsWith("5.0.");
    }
  }

  @FullBuild("OwnNodeTest of store-cql does it with one that asks for passwords")
  @Test
  void a_node_is_paused_resumed_killed_and_started_again_with_what_it_stored() throws Exception {
    CassandraSettings settings = CassandraSettings.in(folder).withCommitLog(CommitLog.BATCH);
    try (CassandraNode node = CassandraNode.start(settings)) {
      try (CqlSession session = sessionOf(node)) {
        answers_only_after_a_pause(node, session);
        session.execute(
            "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy',"
                + " 'replication_factor': 1}");
        session.execute("CREATE TABLE k.t (p int PRIMARY KEY, v text)");
        session.execute("INSERT INTO k.t (p, v) VALUES (1, 'kept')");
      }
      node.kill();
      assertThat(node.isRunning()).isFalse();
      node.startAgain();
      try (CqlSession session = sessionOf(node)) {
        assertThat(session.execute("SELECT v FROM k.t WHERE p = 1").one())
            .satisfies(row -> assertThat(row.getString(0)).isEqualTo("kept"));
      }
      node.stop();
      assertThat(node.isRunning()).isFalse();
    }
  }

  private static void answers_only_after_a_pause(CassandraNode node, CqlSession session)
      throws Exception {
    node.pause();
    CompletionStage<?> answer = session.executeAsync("SELECT key FROM system.local");
    assertThat(answer.toCompletableFuture()).isNotDone();
    node.resume();
    answer.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void a_port_that_is_taken_is_named() throws IOException {
    CassandraSettings settings = CassandraSettings.in(folder);
    try (ServerSocket other = new ServerSocket()) {
      other.bind(settings.address().contactPoint());
      assertThatThrownBy(() -> CassandraNode.start(settings))
          .isInstanceOf(CassandraException.class)
          .hasMessageContaining("127.0.0.1:" + other.getLocalPort() + " is taken");
    }
  }

  @Test
  void a_node_that_fails_to_start_shows_the_end_of_its_log() {
    CassandraSettings settings = CassandraSettings.in(folder).with("no_such_setting", "1");
    assertThatThrownBy(() -> CassandraNode.start(settings))
        .isInstanceOf(CassandraException.class)
        .hasMessageContaining("ended while it started")
        .hasMessageContaining("no_such_setting");
  }

  @Test
  void jars_that_are_missing_are_asked_for() {
    assertThatThrownBy(() -> CassandraJars.of(folder.toString()))
        .isInstanceOf(CassandraException.class)
        .hasMessageContaining("mvn -pl cassandra-jars");
    assertThatThrownBy(() -> CassandraJars.of(null)).hasMessageContaining(CassandraJars.PROPERTY);
  }

  private static CqlSession sessionOf(CassandraNode node) {
    return sessionAt(node.contactPoint(), node.datacenter());
  }

  private static CqlSession sessionAt(InetSocketAddress contactPoint, String datacenter) {
    return CqlSession.builder()
        .withConfigLoader(PATIENT)
        .addContactPoint(contactPoint)
        .withLocalDatacenter(datacenter)
        .build();
  }

  private static String release(CqlSession session) {
    return String.valueOf(
        session.execute("SELECT release_version FROM system.local").all().getFirst().getString(0));
  }
}
