package io.messina.store;

import java.util.List;
import java.util.Optional;

/**
 * Tells where in a database partitions lie, from what the engine has heard of the database so far.
 * It is for showing, and for choosing keys whose partitions lie together; nothing may be wrong if
 * an answer is.
 *
 * <p>Methods are safe for use by many threads. They answer from memory within microseconds, never
 * block on the database and throw nothing; what is not known, also before the engine has heard of
 * it or once the store is closed, is empty. Answers change when nodes come, go or change their
 * number of cores.
 */
public interface PartitionLocations {

  /** The locations of an engine that has none to tell: an embedded store or one in memory. */
  PartitionLocations UNKNOWN =
      new PartitionLocations() {
        @Override
        public Stability stability() {
          return Stability.UNKNOWN;
        }

        @Override
        public List<Home> homes() {
          return List.of();
        }

        @Override
        public Optional<PartitionLocation> find(PartitionKey key) {
          return Optional.empty();
        }
      };

  /** Whether partitions stay where they are. */
  enum Stability {

    /** Nothing is known, now or ever: {@link #homes} and {@link #find} have nothing to tell. */
    UNKNOWN,

    /**
     * A partition's place follows from its key and the nodes that there are, and changes only with
     * these: vnodes.
     */
    FIXED,

    /** The database moves partitions at will: tablets. Their places may be shown, not relied on. */
    MOVING
  }

  /**
   * Whether partitions stay where they are.
   *
   * @return the same at any time
   */
  Stability stability();

  /**
   * All places of which a partition can be at home: each core of each node of the data centre in
   * use, or each node where these are not divided.
   *
   * @return in ascending order, each once; nodes that are down for the moment are among them
   */
  List<Home> homes();

  /**
   * Where a partition lies, or would lie if it existed.
   *
   * @param key a partition of any table, which need not exist
   * @return its replicas in the data centre in use
   */
  Optional<PartitionLocation> find(PartitionKey key);
}
