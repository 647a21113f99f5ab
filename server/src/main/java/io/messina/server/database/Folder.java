package io.messina.server.database;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import io.messina.server.config.Roles;
import io.messina.server.http.HealthCheck;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.Streams;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The embedded store, whose lock keeps others away.
 *
 * @param store in a folder
 * @param limits of the streams
 */
record Folder(Store store, NodeLimits limits) implements Database {

  /** Options that are for several servers, or for a database. */
  private static final List<Option<?>> OF_OTHER_STORES =
      List.of(
          Options.STORE_USER,
          Options.STORE_PASSWORD,
          Options.STORE_PASSWORD_FILE,
          Options.STORE_TRUST,
          Options.STORE_KEY,
          Options.PEERS,
          Options.CLUSTER_SECRET_FILE);

  static List<String> check(Configuration configuration) {
    NodeLimits _ = CacheLimit.limits(configuration);
    Roles roles = configuration.get(Options.ROLES);
    if (!roles.equals(Roles.ALL)) {
      throw new ConfigurationException(
          "roles: " + roles + " (expected: " + Roles.ALL + ", as a folder has one server)");
    }
    String unused =
        OF_OTHER_STORES.stream()
            .filter(configuration::has)
            .map(Option::name)
            .collect(Collectors.joining(", "));
    return unused.isEmpty()
        ? List.of()
        : List.of(unused + ": of no use, as the store is a folder (store=embedded)");
  }

  static Folder open(Configuration configuration) {
    NodeLimits limits = CacheLimit.limits(configuration);
    return new Folder(
        RocksStore.open(
            configuration.get(Options.DATA),
            RocksStoreOptions.DEFAULT.withDurability(configuration.get(Options.DURABILITY)),
            Clock.systemUTC()),
        limits);
  }

  @Override
  public Streams start(Store decorated) {
    return Streams.embedded(decorated, limits);
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of();
  }

  @Override
  public void stop() {}
}
