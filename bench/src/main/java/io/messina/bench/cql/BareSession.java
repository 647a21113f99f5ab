package io.messina.bench.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.messina.store.cql.session.CqlOptions;

/** The driver as it comes, with the connections and consistency that Messina uses. */
public final class BareSession {

  private BareSession() {}

  /**
   * Connects.
   *
   * @param cluster which keyspace
   * @return a session, to be closed
   */
  public static CqlSession open(CqlOptions cluster) {
    return CqlSession.builder()
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, cluster.requestTimeout())
                .withInt(
                    DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, cluster.connectionsPerNode())
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                .withString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, "LOCAL_SERIAL")
                .build())
        .addContactPoints(cluster.contactPoints())
        .withLocalDatacenter(cluster.datacenter())
        .withKeyspace(cluster.keyspace())
        .build();
  }
}
