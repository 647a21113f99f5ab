package io.messina.stream.ownership;

import io.messina.runtime.NodeTime;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The lease of a cluster in which one process at a time owns all shards. Its holder beats by fenced
 * writes to the table of clusters, and may act as an owner of shards only while its last confirmed
 * beat is young. So a process that has taken the lease knows that no other can own a shard any
 * longer. Safe for use by many threads.
 */
public final class ClusterLease {

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
   * @param store with the table {@link ClusterTable#CLUSTERS}
   * @return empty if there was never one
   * @throws io.messina.store.StoreException if it cannot be read
   */
  public Optional<Holder> holder(Store store) {
    return store.getStatic(partition()).map(row -> holder(store, row));
  }

  /**
   * Finds out whether another process holds the cluster lease: it does if it was seen to beat, and
   * does not if it was silent for a lease. A later claim of the cluster lease relies on what was
   * seen.
   *
   * @param store with the table {@link ClusterTable#CLUSTERS}
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
      Optional<StaticRow> row = store.getStatic(partition());
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
    return ClusterTable.partition(cluster);
  }

  boolean isFound(Fence fence) {
    return dead.equals(Optional.of(fence));
  }

  boolean isElsewhere(StaticRow row) {
    return row.find(ClusterTable.DATACENTER).filter(found -> !found.equals(datacenter)).isPresent();
  }

  static boolean isReleased(StaticRow row) {
    return row.find(ClusterTable.RELEASED).orElse(false);
  }

  void become(State found) {
    state = found;
  }

  Holder holder(Store store, StaticRow row) {
    Optional<Row> found = store.get(ClusterTable.key(cluster, row.fence().epoch()));
    return new Holder(
        row.fence(),
        row.find(ClusterTable.DATACENTER).orElse(""),
        isReleased(row),
        found.flatMap(each -> each.find(ClusterTable.PROCESS)).orElse("an unknown process"),
        found.flatMap(each -> each.find(ClusterTable.SINCE)).orElse(Instant.EPOCH));
  }

  /** The write that takes the cluster lease from a holder that is known to be dead. */
  FencedBatch claim(Optional<StaticRow> found, Incarnation me, Instant now) {
    long epoch = found.map(row -> row.fence().epoch()).orElse(0L) + 1;
    Fence next = new Fence(epoch, 0, me);
    FencedBatch.Builder batch =
        found
            .map(row -> FencedBatch.after(row.fence(), next, partition()))
            .orElseGet(() -> FencedBatch.first(next, partition()))
            .set(ClusterTable.DATACENTER.of(datacenter))
            .unset(ClusterTable.RELEASED)
            .put(ClusterTable.row(cluster, epoch, process, now));
    if (epoch > ClusterTable.HOLDERS_MAX) {
      batch.delete(ClusterTable.key(cluster, epoch - ClusterTable.HOLDERS_MAX));
    }
    return batch.build();
  }

  FencedBatch beat(Fence standing) {
    return FencedBatch.after(standing, standing.next(), partition()).build();
  }

  FencedBatch release(Fence standing) {
    return FencedBatch.after(standing, standing.next(), partition())
        .set(ClusterTable.RELEASED.of(true))
        .build();
  }
}
