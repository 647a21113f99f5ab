package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.cassandra.CassandraNode;
import io.messina.cassandra.CassandraSettings;
import io.messina.store.StoreException;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import io.messina.store.cql.session.CqlCredentials;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a node of its own that asks for passwords. */
final class GuardedNodeTest {

  private static final CqlCredentials ADMINISTRATOR = new CqlCredentials("cassandra", "cassandra");
  private static final CqlCredentials MESSINA = new CqlCredentials("Messina", "secret");

  @TempDir private static Path folder;

  private static CassandraNode node;
  private static CqlSession administrator;

  @BeforeAll
  static void start() {
    node =
        CassandraNode.start(
            CassandraSettings.in(folder)
                .withHeapMebibytes(512)
                .with("authenticator", "PasswordAuthenticator")
                .with("authorizer", "CassandraAuthorizer")
                .with("permissions_validity", "0ms")
                .with("roles_validity", "0ms"));
    administrator = openOnceThere(options().withCredentials(ADMINISTRATOR));
    run(KeyspaceStatements.create(options(), new DatabaseProduct(kind(), "5.0.9")));
    run("CREATE ROLE \"Messina\" WITH LOGIN = true AND PASSWORD = 'secret'");
  }

  /** A new node makes its first role after it has begun to answer. */
  private static CqlSession openOnceThere(CqlOptions options) {
    long untilNanos = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try {
        return CqlSessions.open(options);
      } catch (StoreException e) {
        if (System.nanoTime() > untilNanos) {
          throw e;
        }
      }
    }
  }

  @AfterAll
  static void stop() {
    administrator.close();
    node.kill();
  }

  @Test
  void who_may_do_everything_is_told_so() {
    assertThat(rights(administrator, ADMINISTRATOR).sentence())
        .isEqualTo("cassandra may do everything");
  }

  @Test
  void missing_rights_are_told_with_the_statement_that_grants_them() {
    try (CqlSession session = CqlSessions.open(options().withCredentials(MESSINA))) {
      run("REVOKE ALL PERMISSIONS ON KEYSPACE guarded FROM \"Messina\"");
      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo(
              "Messina may not SELECT in keyspace guarded: run GRANT SELECT ON KEYSPACE guarded TO"
                  + " \"Messina\";");

      run("GRANT SELECT ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo(
              "Messina may not MODIFY in keyspace guarded: run GRANT MODIFY ON KEYSPACE guarded TO"
                  + " \"Messina\";");

      run("GRANT MODIFY ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).grade()).isEqualTo(Grade.WARNING);

      run("GRANT CREATE ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo("Messina may read, write and make tables");

      run("GRANT SELECT ON KEYSPACE system_views TO \"Messina\"");
      assertThat(finding("limits", session, MESSINA).sentence()).startsWith("a request may have");
    }
  }

  @Test
  void a_wrong_password_is_told_in_one_sentence_without_it() {
    CqlOptions wrong = options().withCredentials(new CqlCredentials("Messina", "guessed"));

    assertThatThrownBy(() -> CqlSessions.open(wrong).close())
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.MISCONFIGURED))
        .hasMessage("the database refuses user Messina: check name and password");
  }

  @Test
  void missing_credentials_are_told_in_one_sentence() {
    assertThatThrownBy(() -> CqlSessions.open(options()).close())
        .hasMessage("the database asks for credentials: give a user and a password");
  }

  @Test
  void a_node_that_hangs_ends_an_examination_and_is_named() {
    node.pause();
    try {
      ClockReport clocks = ClockExamination.of(administrator, options(), InstantSource.system());
      ClusterReport report =
          new ClusterProbe(administrator, options(), InstantSource.system()).examine();

      assertThat(clocks.clocks()).isEmpty();
      assertThatThrownBy(report::requireUsable)
          .hasMessage(
              "none of the 1 nodes in "
                  + node.datacenter()
                  + " answers: see that they run: "
                  + node.contactPoint().getHostString()
                  + ":"
                  + node.contactPoint().getPort());
    } finally {
      node.resume();
    }
  }

  private static DatabaseProduct.Kind kind() {
    return DatabaseProduct.Kind.CASSANDRA;
  }

  private static ClusterFinding rights(CqlSession session, CqlCredentials credentials) {
    return finding("rights", session, credentials);
  }

  private static ClusterFinding finding(
      String what, CqlSession session, CqlCredentials credentials) {
    ClusterReport report =
        new ClusterProbe(session, options().withCredentials(credentials), InstantSource.system())
            .examine();
    return report.findings().stream()
        .filter(finding -> finding.what().equals(what))
        .findFirst()
        .orElseThrow();
  }

  private static void run(String statement) {
    administrator.execute(
        SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(60)));
  }

  private static CqlOptions options() {
    return CqlOptions.of(List.of(node.contactPoint()), "guarded", node.datacenter())
        .withReplication(1);
  }
}
