package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.cassandra.CassandraForTests;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** The keyspace that the tests of this module share: making one is slow. */
final class KeyspaceForTests {

  private static final String NAME = CassandraForTests.keyspace("messina_store_cql");

  /** The machine may be busy with other tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private KeyspaceForTests() {}

  /** How to reach it on the shared database, where it is made if it is missing. */
  static CqlOptions options() {
    CassandraForTests database = CassandraForTests.shared();
    return at(database.contactPoint(), database.datacenter());
  }

  /** How to reach it somewhere else. */
  static CqlOptions at(InetSocketAddress contactPoint, String datacenter) {
    CqlOptions options =
        CqlOptions.of(List.of(contactPoint), NAME, datacenter)
            .withReplication(1)
            .withRequestTimeout(PATIENCE);
    try (CqlSession session = CqlSessions.open(options)) {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS "
              + NAME
              + " WITH replication = {'class': 'NetworkTopologyStrategy', '"
              + datacenter
              + "': 1}");
    }
    return options;
  }
}
