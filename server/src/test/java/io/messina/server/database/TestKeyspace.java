package io.messina.server.database;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.cassandra.CassandraForTests;
import io.messina.cassandra.CassandraNode;
import io.messina.store.StoreUnavailableException;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A keyspace of its own for a test, without tables; gone when it is closed. */
public final class TestKeyspace implements AutoCloseable {

  private static final AtomicInteger COUNT = new AtomicInteger();

  /** The machine may be busy with other tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration LOOK = Duration.ofMillis(50);

  private final CqlOptions options;
  private final boolean kept;

  private TestKeyspace(InetSocketAddress contactPoint, String datacenter, boolean kept) {
    this.options =
        CqlOptions.of(
                List.of(contactPoint),
                CassandraForTests.keyspace("messina_server_" + COUNT.incrementAndGet()),
                datacenter)
            .withReplication(1)
            .withRequestTimeout(PATIENCE);
    this.kept = kept;
  }

  /** On the database that all tests share. */
  public static TestKeyspace shared() {
    CassandraForTests database = CassandraForTests.shared();
    return made(new TestKeyspace(database.contactPoint(), database.datacenter(), false));
  }

  /** On a database of the test's own, with which it goes. */
  public static TestKeyspace on(CassandraNode node) {
    return made(new TestKeyspace(node.contactPoint(), node.datacenter(), true));
  }

  private static TestKeyspace made(TestKeyspace keyspace) {
    keyspace.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
            .formatted(keyspace.name(), keyspace.options.datacenter()));
    return keyspace;
  }

  public String name() {
    return options.keyspace();
  }

  public CqlOptions options() {
    return options;
  }

  /** The value of the option {@code store}. */
  public String url() {
    return url(options.contactPoints().getFirst());
  }

  /** The same, by way of another address. */
  String url(InetSocketAddress point) {
    return "cql://%s:%d/%s?dc=%s&replication=1"
        .formatted(point.getHostString(), point.getPort(), name(), options.datacenter());
  }

  /** Runs a statement. */
  public void execute(String statement) {
    try (CqlSession session = session()) {
      var _ = session.execute(statement);
    }
  }

  /** A node that says that it is ready may answer later, on a busy machine. */
  private CqlSession session() {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return CqlSessions.open(options);
      } catch (StoreUnavailableException e) {
        if (System.nanoTime() > until) {
          throw e;
        }
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }
  }

  @Override
  public void close() {
    if (!kept) {
      execute("DROP KEYSPACE IF EXISTS " + name());
    }
  }
}
