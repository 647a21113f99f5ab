package io.messina.stream.ownership;

import io.messina.runtime.NodeTime;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The lease of a cluster in which one process at a time owns all shards. Its holder beats by fenced
 * writes to the table of clusters, and may act as an owner of shards only while its last confirmed
 * beat is young. So a process that has taken the lease knows that no other can own a shard any
 * longer. Safe for use by many threads.
 *
 * <p>The table of clusters has the present and former holders of each. Programs use its fence:
 * writer and epoch of the holder, and in n how often it has beaten.
 */
public final class ClusterLease {

  private static final Column<String> CLUSTER = Column.ofText("cluster");

  /** Static: the data centre of the cluster, set by its first holder. */
  private static final Column<String> DATACENTER = Column.ofText("datacenter");

  /** Static: true from when a holder has released the cluster lease until the next one takes it. */
  private static final Column<Boolean> RELEASED = Column.ofBoolean("released");

  /** A row per holder, by the epoch of its fence. */
  private static final Column<Long> EPOCH = Column.ofLong("epoch");

  /** A description of the process, for people. */
  static final Column<String> PROCESS = Column.ofText("process");

  /** When it took the cluster lease, by its own clock. */
  private static final Column<Instant> SINCE = Column.ofInstant("since");

  /** How many holders are remembered. */
  static final long HOLDERS_MAX = 32;

  public static final Table CLUSTERS =
      Table.fenced("clusters")
          .partitionedBy(CLUSTER)
          .clusteredBy(EPOCH)
          .descending()
          .statics(DATACENTER, RELEASED)
          .columns(PROCESS, SINCE)
          .build();

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /**
   * How many leases to wait at most; a watch that is not interrupted takes little more than one.
   */
  private static final int WATCHED_LEASES_MAX = 10;

  private final String cluster;
  private final String datacenter;
  private final String process;
  private volatile Optional<Fence> dead = Optional.empty();
  private volatile State state = new State.Unclaimed();

  /**
   * A cluster lease that this process does not hold yet.
   *
   * @param cluster the name of the cluster
   * @param datacenter of this process and its database
   * @param process a description of this process for people, such as {@code process 4711 of host a}
   */
  public ClusterLease(String cluster, String datacenter, String process) {
    this.cluster = cluster;
    this.datacenter = datacenter;
    this.process = process;
  }

  /** Whether this process holds the cluster lease. */
  public sealed interface State {

    /** It does not hold it yet, or has lost it. */
    record Unclaimed() implements State {}

    /** It holds it, or did until a moment ago. */
    record Held() implements State {}

    /** Another process holds it. */
    record Occupied(Holder holder) implements State {}
  }

  /**
   * The last holder of a cluster lease.
   *
   * @param fence its last beat
   * @param datacenter of the cluster
   * @param released whether it has released the cluster lease
   * @param process a description for people
   * @param since when it took the cluster lease, by its own clock
   */
  public record Holder(
      Fence fence, String datacenter, boolean released, String process, Instant since) {}

  /** Returns the state that was found last. */
  public State state() {
    return state;
  }

  /**
   * Returns the last holder of the cluster lease.
   *
   * @param store with the table {@link #CLUSTERS}
   * @return empty if there was never one
   * @throws io.messina.store.StoreException if it cannot be read
   */
  public Optional<Holder> holder(Store store) {
    return store.look(partition()).map(row -> holder(store, row));
  }

  /**
   * Finds out whether another process holds the cluster lease: it does if it was seen to beat, and
   * does not if it was silent for a lease. A later claim of the cluster lease relies on what was
   * seen.
   *
   * @param store with the table {@link #CLUSTERS}
   * @param time the process's time
   * @param lease the same for all processes
   * @return the living holder; empty if the cluster lease can be claimed
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws io.messina.store.StoreException if the store does not answer, or so slowly that nothing
   *     is known after ten leases
   */
  public Optional<Holder> awaitFree(Store store, NodeTime time, Duration lease)
      throws InterruptedException {
    ClusterLeaseWatch watch = new ClusterLeaseWatch(lease);
    long until = time.nanoTime() + lease.multipliedBy(WATCHED_LEASES_MAX).toNanos();
    while (time.nanoTime() - until < 0) {
      long begun = time.nanoTime();
      Optional<StaticRow> row = store.look(partition());
      if (row.isEmpty() || isReleased(row.get())) {
        return Optional.empty();
      }
      Fence fence = row.get().fence();
      watch.read(begun, time.nanoTime(), fence);
      if (watch.isDead(fence)) {
        dead = Optional.of(fence);
        return Optional.empty();
      }
      if (watch.isBeating()) {
        return Optional.of(holder(store, row.get()));
      }
      time.sleep(LOOK_EVERY);
    }
    throw new StoreUnavailableException(
        "nobody can tell whether another process has the lease of cluster "
            + cluster
            + ": reads take more than half of its lease of "
            + lease);
  }

  PartitionKey partition() {
    return CLUSTERS.partition(CLUSTER.of(cluster));
  }

  private RowKey key(long epoch) {
    return partition().row(EPOCH.of(epoch));
  }

  boolean isFound(Fence fence) {
    return dead.equals(Optional.of(fence));
  }

  boolean isElsewhere(StaticRow row) {
    return row.find(DATACENTER).filter(found -> !found.equals(datacenter)).isPresent();
  }

  static boolean isReleased(StaticRow row) {
    return row.find(RELEASED).orElse(false);
  }

  void become(State found) {
    state = found;
  }

  Holder holder(Store store, StaticRow row) {
    Optional<Row> found = store.get(key(row.fence().epoch()));
    return new Holder(
        row.fence(),
        row.find(DATACENTER).orElse(""),
        isReleased(row),
        found.flatMap(each -> each.find(PROCESS)).orElse("an unknown process"),
        found.flatMap(each -> each.find(SINCE)).orElse(Instant.EPOCH));
  }

  /** The write that takes the cluster lease from a holder that is known to be dead. */
  FencedBatch claim(Optional<StaticRow> found, Incarnation me, Instant now) {
    long epoch = found.map(row -> row.fence().epoch()).orElse(0L) + 1;
    Fence next = new Fence(epoch, 0, me);
    FencedBatch.Builder batch =
        found
            .map(row -> FencedBatch.after(row.fence(), next, partition()))
            .orElseGet(() -> FencedBatch.first(next, partition()))
            .set(DATACENTER.of(datacenter))
            .unset(RELEASED)
            .put(Row.of(key(epoch), PROCESS.of(process), SINCE.of(now)));
    if (epoch > HOLDERS_MAX) {
      batch.delete(key(epoch - HOLDERS_MAX));
    }
    return batch.build();
  }

  FencedBatch beat(Fence standing) {
    return FencedBatch.after(standing, standing.next(), partition()).build();
  }

  FencedBatch release(Fence standing) {
    return FencedBatch.after(standing, standing.next(), partition()).set(RELEASED.of(true)).build();
  }
}
