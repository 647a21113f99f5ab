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

  private static final boolean ALL = Boolean.getBoolean("messina.test.everything");

  /** For classes of examples; models show on all engines that these do not differ. */
  public static Stream<TestEngine> memoryAndRocks() {
    return memoryAnd(ROCKS);
  }

  /**
   * For classes of examples about expiry, walks and names, which a database does in its own way.
   */
  public static Stream<TestEngine> memoryAndCassandra() {
    return memoryAnd(CASSANDRA);
  }

  private static Stream<TestEngine> memoryAnd(TestEngine real) {
    return ALL ? Stream.of(values()) : Stream.of(MEMORY, real);
  }

  /** A store without rows. */
  public abstract Store open(Path folder, InstantSource clock);
}
