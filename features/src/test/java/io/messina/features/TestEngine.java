package io.messina.features;

import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.testkit.SimulatedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;

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

  /** For classes of examples; models show in each build that engines do not differ. */
  public static Stream<TestEngine> engines() {
    return Boolean.getBoolean("messina.test.everything") ? Stream.of(values()) : Stream.of(MEMORY);
  }

  /** A store without rows. */
  public abstract Store open(Path folder, InstantSource clock);
}
