package io.messina.features;

import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.testkit.SimulatedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/** The engines that features are tested on. */
public enum TestEngine {
  /** In memory; it forgets deletes as soon as it may. */
  MEMORY {
    @Override
    public Store open(Path folder, InstantSource clock) {
      return SimulatedStore.forgetful(clock, Duration.ofDays(10));
    }
  },
  /** The embedded store. */
  ROCKS {
    @Override
    public Store open(Path folder, InstantSource clock) {
      return RocksStore.open(folder, RocksStoreOptions.DEFAULT, clock);
    }
  },
  /** A database; a test that opens another store on it empties the one before. */
  CASSANDRA {
    @Override
    public Store open(Path folder, InstantSource clock) {
      return CassandraRoom.emptied(clock);
    }
  };

  /** A store without rows. */
  public abstract Store open(Path folder, InstantSource clock);
}
