package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.NAME;
import static io.messina.store.cql.TablesForTests.OWNER;
import static io.messina.store.cql.TablesForTests.PAYLOAD;
import static io.messina.store.cql.TablesForTests.ROWS;
import static io.messina.store.cql.TablesForTests.SEQUENCE;
import static io.messina.store.cql.TablesForTests.SHARDS;
import static io.messina.store.cql.TablesForTests.fence;
import static io.messina.store.cql.TablesForTests.freshName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.cassandra.CassandraNode;
import io.messina.cassandra.CassandraSettings;
import io.messina.cassandra.CommitLog;
import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.store.cql.probe.ClockExamination;
import io.messina.store.cql.probe.ClockReport;
import io.messina.store.cql.probe.ClusterFinding;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import io.messina.store.cql.probe.ClusterProbe;
import io.messina.store.cql.probe.ClusterReport;
import io.messina.store.cql.probe.KeyspaceStatements;
import io.messina.store.cql.session.CqlCredentials;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node of its own that asks for passwords is paused and killed under those who use it. One for
 * all, as each takes seconds to start.
 */
final class OwnNodeTest {

  /** How long a look at what is awaited waits for the next, so as to leave a core to that. */
  private static final long LOOK_NANOS = 5_000_000;

  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final int WRITERS = 8;
  private static final int ACKNOWLEDGED_BEFORE_KILL = 500;

  private static final CqlCredentials ADMINISTRATOR = new CqlCredentials("cassandra", "cassandra");
  private static final CqlCredentials MESSINA = new CqlCredentials("Messina", "secret");

  @TempDir private static Path folder;
  private static CassandraNode node;
  private static CqlOptions options;

  private final PartitionKey shard = SHARDS.partition(NAME.of(freshName()));
  private final PartitionKey rows = ROWS.partition(NAME.of(freshName()));
  private CqlStore store;

  @BeforeAll
  static void startNode() {
    node =
        CassandraNode.start(
            CassandraSettings.in(folder)
                .withHeapMebibytes(512)
                .withCommitLog(CommitLog.BATCH)
                .with("authenticator", "PasswordAuthenticator")
                .with("authorizer", "CassandraAuthorizer")
                .with("permissions_validity", "0ms")
                .with("roles_validity", "0ms"));
    options =
        CqlOptions.of(List.of(node.contactPoint()), "guarded", node.datacenter())
            .withReplication(1)
            .withRequestTimeout(Duration.ofSeconds(2))
            .withCredentials(ADMINISTRATOR);
    try (CqlSession session = openOnceThere()) {
      run(session, KeyspaceStatements.create(options));
      run(session, "CREATE ROLE \"Messina\" WITH LOGIN = true AND PASSWORD = 'secret'");
    }
  }

  /** A new node makes its first role after it has begun to answer. */
  private static CqlSession openOnceThere() {
    long begun = System.nanoTime();
    while (true) {
      try {
        return CqlSessions.open(options);
      } catch (StoreException e) {
        if (System.nanoTime() - begun > DEADLINE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  @AfterAll
  static void endNode() {
    node.close();
  }

  @BeforeEach
  void open() {
    store = patiently(() -> CqlStore.open(options, InstantSource.system()));
    patiently(
        () -> {
          List.of(ROWS, SHARDS).forEach(store::create);
          return store;
        });
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_fenced_write_at_a_node_that_hangs_is_sent_again_until_the_truth_is_known() {
    FencedBatch first = FencedBatch.first(fence(1), shard).set(OWNER.of("first")).build();
    FencedBatch second =
        FencedBatch.after(fence(1), fence(2), shard).set(OWNER.of("second")).build();
    PartitionKey other = SHARDS.partition(NAME.of(freshName()));
    FencedBatch rejected = FencedBatch.after(fence(1), fence(2), other).build();
    patiently(() -> store.writeIf(rejected)); // prepares what the node must answer
    assertThat(patiently(() -> store.writeIf(first)))
        .isIn(new FenceOutcome.Applied(), new FenceOutcome.Rejected(Optional.of(first.next())));
    node.pause();
    assertThatThrownBy(() -> store.writeIf(second)).isInstanceOf(UnknownOutcomeException.class);
    node.resume();

    FenceOutcome outcome = patiently(() -> store.writeIf(second));

    assertThat(outcome)
        .isIn(new FenceOutcome.Applied(), new FenceOutcome.Rejected(Optional.of(second.next())));
    assertThat(patiently(() -> store.getStatic(shard)).orElseThrow().get(OWNER))
        .isEqualTo("second");
  }

  @Test
  void three_thousand_callers_at_a_node_that_hangs_hold_no_more_than_the_bounds() throws Exception {
    RowKey key = rows.row(SEQUENCE.of(1L));
    patiently(() -> store.get(key));
    AtomicInteger most = new AtomicInteger();
    node.pause();
    try {
      // A process that is stopped may give some answers still.
      SystemWaiting.until(() -> isUnavailable(key, most), () -> "no answers");
      List<Callable<Boolean>> callers = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        callers.add(() -> isUnavailable(key, most));
      }
      assertThat(atOnce(callers)).containsOnly(true);
    } finally {
      node.resume();
    }
    assertThat(most.get()).isPositive().isLessThanOrEqualTo(Requests.REQUESTS_MAX);

    assertThat(patiently(() -> store.get(key))).isEmpty();
    assertThat(store.underWay()).isZero();
  }

  @Test
  void what_was_acknowledged_is_there_after_the_node_was_killed() throws Exception {
    Set<Long> acknowledged = new ConcurrentSkipListSet<>();
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED_BEFORE_KILL);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      long from = writer * 1_000_000L;
      tasks.add(
          () -> {
            for (long i = from; !stop.get(); i++) {
              if (isWritten(i)) {
                acknowledged.add(i);
                enough.countDown();
              }
            }
            return true;
          });
    }
    tasks.add(
        () -> {
          enough.await();
          node.kill();
          stop.set(true);
          return true;
        });
    atOnce(tasks);
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED_BEFORE_KILL);

    node.startAgain();

    List<Long> found = patiently(this::readAll);
    assertThat(found).containsAll(acknowledged);
  }

  @Test
  void rights_that_are_missing_are_told_with_the_statement_that_grants_them() {
    try (CqlSession administrator = CqlSessions.open(options);
        CqlSession session = CqlSessions.open(options.withCredentials(MESSINA))) {
      assertThat(rights(administrator, ADMINISTRATOR).sentence())
          .isEqualTo("cassandra may do everything");

      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo(
              "Messina may not SELECT in keyspace guarded: run GRANT SELECT ON KEYSPACE guarded TO"
                  + " \"Messina\";");

      run(administrator, "GRANT SELECT ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo(
              "Messina may not MODIFY in keyspace guarded: run GRANT MODIFY ON KEYSPACE guarded TO"
                  + " \"Messina\";");

      run(administrator, "GRANT MODIFY ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).grade()).isEqualTo(Grade.WARNING);

      run(administrator, "GRANT CREATE ON KEYSPACE guarded TO \"Messina\"");
      assertThat(rights(session, MESSINA).sentence())
          .isEqualTo("Messina may read, write and make tables");

      run(administrator, "GRANT SELECT ON KEYSPACE system_views TO \"Messina\"");
      assertThat(finding("limits", session, MESSINA).sentence()).startsWith("a request may have");
      run(administrator, "REVOKE ALL PERMISSIONS ON KEYSPACE guarded FROM \"Messina\"");
    }
  }

  @Test
  void wrong_and_missing_credentials_are_told_in_one_sentence_without_a_password() {
    CqlOptions wrong = options.withCredentials(new CqlCredentials("Messina", "guessed"));
    assertThatThrownBy(() -> CqlSessions.open(wrong).close())
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.MISCONFIGURED))
        .hasMessage("the database refuses user Messina: check name and password");

    CqlOptions missing =
        CqlOptions.of(options.contactPoints(), options.keyspace(), options.datacenter());
    assertThatThrownBy(() -> CqlSessions.open(missing).close())
        .hasMessage("the database asks for credentials: give a user and a password");
  }

  @Test
  void a_node_that_hangs_ends_an_examination_and_is_named() {
    try (CqlSession session = CqlSessions.open(options)) {
      node.pause();
      ClockReport clocks = ClockExamination.of(session, options, InstantSource.system());
      ClusterReport report = new ClusterProbe(session, options, InstantSource.system()).examine();

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

  private boolean isUnavailable(RowKey key, AtomicInteger most) {
    try {
      return store.get(key).isPresent();
    } catch (StoreUnavailableException e) {
      most.accumulateAndGet(store.underWay(), Math::max);
      return true;
    }
  }

  private boolean isWritten(long sequence) {
    try {
      Row row = Row.of(rows.row(SEQUENCE.of(sequence)), PAYLOAD.of(Bytes.utf8("" + sequence)));
      store.write(PlainBatch.in(rows, 1_000_000).put(row).build());
      return true;
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  private List<Long> readAll() {
    List<Long> found = new ArrayList<>();
    store.scan(Scan.of(rows)).forEachRemaining(row -> found.add(row.get(SEQUENCE)));
    return found;
  }

  private static <T> List<T> atOnce(List<Callable<T>> tasks) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> task : threads.invokeAll(tasks)) {
        results.add(task.get());
      }
    }
    return results;
  }

  private static <T> T patiently(Supplier<T> operation) {
    long begun = System.nanoTime();
    while (true) {
      try {
        return operation.get();
      } catch (StoreUnavailableException | UnknownOutcomeException e) {
        if (System.nanoTime() - begun > DEADLINE.toNanos()) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  private static ClusterFinding rights(CqlSession session, CqlCredentials credentials) {
    return finding("rights", session, credentials);
  }

  private static ClusterFinding finding(
      String what, CqlSession session, CqlCredentials credentials) {
    ClusterReport report =
        new ClusterProbe(session, options.withCredentials(credentials), InstantSource.system())
            .examine();
    return report.findings().stream()
        .filter(finding -> finding.what().equals(what))
        .findFirst()
        .orElseThrow();
  }

  private static void run(CqlSession session, String statement) {
    session.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(60)));
  }
}
