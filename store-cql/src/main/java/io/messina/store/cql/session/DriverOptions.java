package io.messina.store.cql.session;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import java.time.Duration;
import java.util.List;

/** The options of the driver. */
final class DriverOptions {

  private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
  private static final Duration EXAMINATION_MAX = Duration.ofSeconds(2);

  /** With {@link #HEARTBEAT_MAX}: how soon a node that hangs is left, well within a request. */
  private static final Duration HEARTBEAT = Duration.ofMillis(2_500);

  private static final Duration HEARTBEAT_MAX = Duration.ofSeconds(2);
  private static final Duration RECONNECTION_FIRST = Duration.ofMillis(250);
  private static final Duration RECONNECTION_MAX = Duration.ofSeconds(5);
  private static final Duration SCHEMA_PAUSE = Duration.ofMillis(20);
  private static final Duration SCHEMA_READ_MAX = Duration.ofSeconds(10);

  private DriverOptions() {}

  static DriverConfigLoader loader(CqlOptions options) {
    OptionsMap map = OptionsMap.driverDefaults();
    requests(map, options);
    connections(map, options);
    metadata(map, options);
    profiles(map);
    return DriverConfigLoader.fromMap(map);
  }

  private static void requests(OptionsMap map, CqlOptions options) {
    map.put(TypedDriverOption.REQUEST_TIMEOUT, options.requestTimeout());
    map.put(TypedDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM");
    map.put(TypedDriverOption.REQUEST_SERIAL_CONSISTENCY, "LOCAL_SERIAL");
    map.put(TypedDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false);
    // Batches carry the timestamps that the store was given.
    map.put(TypedDriverOption.TIMESTAMP_GENERATOR_CLASS, "ServerSideTimestampGenerator");
    // A node that hangs would hold up each preparation; nodes prepare a statement on first use.
    map.put(TypedDriverOption.PREPARE_ON_ALL_NODES, false);
  }

  private static void connections(OptionsMap map, CqlOptions options) {
    map.put(TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, options.datacenter());
    map.put(TypedDriverOption.CONNECTION_POOL_LOCAL_SIZE, options.connectionsPerNode());
    map.put(TypedDriverOption.CONNECTION_CONNECT_TIMEOUT, CONNECT_MAX);
    map.put(TypedDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, CONNECT_MAX);
    map.put(TypedDriverOption.CONTROL_CONNECTION_TIMEOUT, CONNECT_MAX);
    map.put(TypedDriverOption.CONTROL_CONNECTION_RECONNECT_CONTACT_POINTS, true);
    map.put(TypedDriverOption.HEARTBEAT_INTERVAL, HEARTBEAT);
    map.put(TypedDriverOption.HEARTBEAT_TIMEOUT, HEARTBEAT_MAX);
    map.put(TypedDriverOption.RECONNECTION_BASE_DELAY, RECONNECTION_FIRST);
    map.put(TypedDriverOption.RECONNECTION_MAX_DELAY, RECONNECTION_MAX);
    // While a database is away each attempt would be warned of, from each pool.
    map.put(TypedDriverOption.CONNECTION_WARN_INIT_ERROR, false);
    map.put(TypedDriverOption.NETTY_DAEMON, true);
    // Sessions are closed when nothing is under way any more.
    map.put(TypedDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0);
    map.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0);
    map.put(TypedDriverOption.METRICS_FACTORY_CLASS, "NoopMetricsFactory");
  }

  private static void metadata(OptionsMap map, CqlOptions options) {
    map.put(TypedDriverOption.METADATA_SCHEMA_ENABLED, true);
    map.put(TypedDriverOption.METADATA_TOKEN_MAP_ENABLED, true);
    map.put(TypedDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(options.keyspace()));
    map.put(TypedDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_PAUSE);
    map.put(TypedDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SCHEMA_READ_MAX);
  }

  private static void profiles(OptionsMap map) {
    String never = FencedRetryPolicy.class.getName();
    map.put(CqlSessions.FENCED, TypedDriverOption.RETRY_POLICY_CLASS, never);
    map.put(CqlSessions.EXAMINATION, TypedDriverOption.RETRY_POLICY_CLASS, never);
    map.put(CqlSessions.EXAMINATION, TypedDriverOption.REQUEST_TIMEOUT, EXAMINATION_MAX);
    map.put(CqlSessions.EXAMINATION, TypedDriverOption.REQUEST_CONSISTENCY, "LOCAL_ONE");
  }
}
