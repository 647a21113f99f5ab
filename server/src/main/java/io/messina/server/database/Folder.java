package io.messina.server.database;

import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import io.messina.server.http.HealthCheck;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.Streams;
import java.time.Clock;
import java.util.List;

/**
 * The embedded store, whose lock keeps others away.
 *
 * @param store in a folder
 * @param limits of the streams
 */
record Folder(Store store, NodeLimits limits) implements Database {

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
