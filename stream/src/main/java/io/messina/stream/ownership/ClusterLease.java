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
 * The lease of a cluster in which one process at a time owns all shards. Whoever holds it beats by
 * fenced writes to the table of clusters, and may act as an owner of shards only while its last
 * confirmed beat is young; so whoever took it knows that all others can own nothing any more. Safe
 * for use by many threads.
 */
public final class ClusterLease {

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** A watch that is not interrupted takes little more than one. */
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
   * @param datacenter where this process and its database are
   * @param process who this process is, for people: as in {@code process 4711 of host a}
   */
  public ClusterLease(String cluster, String datacenter, String process) {
    this.cluster = cluster;
    this.datacenter = datacenter;
    this.process = process;
  }

  /** How this process and the cluster lease stand to each other. */
  public sealed interface State {

    /** It has not got it yet, or has lost it. */
    record Unclaimed() implements State {}

    /** It holds it, or did until a moment ago. */
    record Held() implements State {}

    /**
     * Another process holds it.
     *
     * @param holder which one
     */
    record Occupied(ClusterLeaseHolder holder) implements State {}
  }

  /**
   * How this process and the cluster lease stand to each other.
   *
   * @return what was found last
   */
  public State state() {
    return state;
  }

  /**
   * Who took the cluster lease last.
   *
   * @param store with the table {@link ClusterTable#CLUSTERS}
   * @return empty if nobody ever did
   * @throws io.messina.store.StoreException where it cannot be read
   */
  public Optional<ClusterLeaseHolder> holder(Store store) {
    return store.getStatic(partition()).map(row -> holder(store, row));
  }

  /**
   * Finds out whether another process holds the cluster lease: it does once it was seen to beat,
   * and does not once it was silent for a lease. That counts as seen when the cluster lease is
   * claimed afterwards.
   *
   * @param store with the table {@link ClusterTable#CLUSTERS}
   * @param time the process's time
   * @param lease the same for all processes
   * @return the one that lives; empty if the cluster lease can be claimed
   * @throws InterruptedException where the thread is interrupted while it waits
   * @throws io.messina.store.StoreException where the store does not answer, or so slowly that
   *     nothing can be told after ten leases
   */
  public Optional<ClusterLeaseHolder> awaitFree(Store store, NodeTime time, Duration lease)
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

  void held() {
    state = new State.Held();
  }

  void lost() {
    state = new State.Unclaimed();
  }

  void occupied(ClusterLeaseHolder holder) {
    state = new State.Occupied(holder);
  }

  ClusterLeaseHolder holder(Store store, StaticRow row) {
    Optional<Row> found = store.get(ClusterTable.key(cluster, row.fence().epoch()));
    return new ClusterLeaseHolder(
        row.fence(),
        row.find(ClusterTable.DATACENTER).orElse(""),
        isReleased(row),
        found.flatMap(each -> each.find(ClusterTable.PROCESS)).orElse("an unknown process"),
        found.flatMap(each -> each.find(ClusterTable.SINCE)).orElse(Instant.EPOCH));
  }

  /** The write that takes the cluster lease from whoever is known to be gone. */
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
