package io.messina.cli;

import io.messina.cassandra.CassandraForTests;
import io.messina.server.database.ServerTables;
import io.messina.store.cql.KeyspaceSetup;
import io.messina.store.cql.session.CqlUrl;
import java.time.Duration;

/** Keyspaces of the database that tests share. */
public final class TestStore {

  /** The machine may be busy with other tests. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private TestStore() {}

  /**
   * What {@code --store} is given: a keyspace with all its tables.
   *
   * @param keyspace as {@link CassandraForTests#keyspace} makes it
   */
  public static String url(String keyspace) {
    CassandraForTests database = CassandraForTests.shared();
    String url =
        "cql://%s:%d/%s?dc=%s&replication=1"
            .formatted(
                database.contactPoint().getHostString(),
                database.contactPoint().getPort(),
                keyspace,
                database.datacenter());
    var _ = KeyspaceSetup.apply(CqlUrl.parse(url).withRequestTimeout(PATIENCE), ServerTables.ALL);
    return url;
  }
}
