package io.messina.features;

import io.messina.store.Store;
import io.messina.store.rocksdb.Durability;
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
      return RocksStore.open(
          folder, RocksStoreOptions.DEFAULT.withDurability(Durability.OS), clock);
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

  /** For classes of examples; that stores do not differ is what the contract of stores shows. */
  public static Stream<TestEngine> memory() {
    return inPlainBuilds(MEMORY);
  }

  /** For what races, and for the classes that show that a room works on the embedded store. */
  public static Stream<TestEngine> memoryAndRocks() {
    return inPlainBuilds(MEMORY, ROCKS);
  }

  /** For expiry and walks, which a database does in its own way. */
  public static Stream<TestEngine> memoryAndCassandra() {
    return inPlainBuilds(MEMORY, CASSANDRA);
  }

  private static Stream<TestEngine> inPlainBuilds(TestEngine... engines) {
    return Stream.of(ALL ? values() : engines);
  }

  /** A store without rows. */
  public abstract Store open(Path folder, InstantSource clock);
}
