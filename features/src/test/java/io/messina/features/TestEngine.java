package io.messina.features;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.cassandra.CassandraForTests;
import io.messina.store.ForwardingStore;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.store.cql.CqlStore;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.testkit.SimulatedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /**
   * A keyspace of the database that all tests share, given to one test after the other: making its
   * tables takes seconds, emptying them does not.
   *
   * <p>The store lives by the clock of the test. The database's own clock matters to nothing that
   * tests see: rows carry when they expire, readers compare that with the store's clock, and the
   * database collects them a day after as much time as was left when they were written.
   */
  static final class CassandraRoom {

    private static final String NAME = CassandraForTests.keyspace("messina_features");

    /** The machine may be busy with other tests. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static @Nullable CassandraRoom shared;

    private final CqlSession session;
    private final AtomicReference<InstantSource> clock =
        new AtomicReference<>(InstantSource.system());
    private final Store store;
    private final Set<Table> made = new LinkedHashSet<>();

    private CassandraRoom(CqlOptions options) {
      session = CqlSessions.open(options);
      var _ =
          session.execute(
              "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
                  .formatted(NAME, options.datacenter()));
      store = CqlStore.open(options, this::now);
    }

    /** A store without rows. The one that was given before is of no use then. */
    static synchronized Store emptied(InstantSource clock) {
      if (shared == null) {
        CassandraForTests database = CassandraForTests.shared();
        shared =
            new CassandraRoom(
                CqlOptions.of(List.of(database.contactPoint()), NAME, database.datacenter())
                    .withReplication(1)
                    .withRequestTimeout(PATIENCE));
      }
      return shared.emptiedFor(clock);
    }

    private Store emptiedFor(InstantSource next) {
      made.forEach(
          table -> {
            var _ = session.execute("TRUNCATE %s.%s".formatted(NAME, table.name()));
          });
      clock.set(next);
      return new Lent();
    }

    private Instant now() {
      return clock.get().instant();
    }

    /** What closes it leaves it to the next. */
    private final class Lent extends ForwardingStore {

      Lent() {
        super(store);
      }

      @Override
      public void create(Table table) {
        if (made.add(table)) {
          super.create(table);
        }
      }

      @Override
      public void close() {}
    }
  }
}
