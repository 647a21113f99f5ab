package io.messina.stream.ownership;

import io.messina.runtime.Context;
import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The guard of a keyspace: the row by which a cluster of members takes it, once and for good, and
 * which tells it from every other cluster.
 *
 * <p>Earlier versions knew no members. One server at a time claimed this row, and beat by its
 * fence. Such a server refuses to start where the row names another data centre than its own, and
 * has lost the keyspace where the fence is not its own any more; so members write both.
 */
public final class ClusterGuard {

  private static final Column<String> CLUSTER = Column.ofText("cluster");

  /** Static: the data centre of the cluster, followed by {@link #OF_MEMBERS}. */
  private static final Column<String> DATACENTER = Column.ofText("datacenter");

  /** Static: true from when a single server has released the keyspace until the next claim. */
  private static final Column<Boolean> RELEASED = Column.ofBoolean("released");

  /** A row per claim, by the epoch of its fence. */
  private static final Column<Long> EPOCH = Column.ofLong("epoch");

  /** A description of the claiming process, for people. */
  private static final Column<String> PROCESS = Column.ofText("process");

  /** When the row was claimed, by the clock of the process. */
  private static final Column<Instant> SINCE = Column.ofInstant("since");

  public static final Table CLUSTERS =
      Table.fenced("clusters")
          .partitionedBy(CLUSTER)
          .clusteredBy(EPOCH)
          .descending()
          .statics(DATACENTER, RELEASED)
          .columns(PROCESS, SINCE)
          .build();

  private static final String OF_MEMBERS = " (members)";
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /**
   * How many leases to wait at most; a watch that is not interrupted takes little more than one.
   */
  private static final int WATCHED_LEASES_MAX = 10;

  private final Context context;
  private final String datacenter;
  private final Duration lease;
  private final PartitionKey partition;

  /**
   * The guard of a cluster, as a process sees it.
   *
   * @param context with a store that has the table {@link #CLUSTERS}
   * @param cluster the name of the cluster
   * @param datacenter of this process and its database
   * @param lease of a server of an earlier version
   */
  public ClusterGuard(Context context, String cluster, String datacenter, Duration lease) {
    this.context = context;
    this.datacenter = datacenter;
    this.lease = lease;
    this.partition = partition(cluster);
  }

  /** The row of a cluster. */
  public static PartitionKey partition(String cluster) {
    return CLUSTERS.partition(CLUSTER.of(cluster));
  }

  /**
   * Makes sure that the keyspace belongs to members. The first process to come claims it; if a
   * server of an earlier version has not released it, that takes a lease.
   *
   * @param process a description of this process for people, such as {@code process 4711 of host a}
   * @return the id of the cluster: the same for all processes, and another one for each keyspace
   * @throws StoreException with {@link Code#MISCONFIGURED} if the keyspace is used from another
   *     data centre, with {@link Code#IN_USE} if a server of an earlier version beats, or if the
   *     store does not answer
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public String pass(String process) throws InterruptedException {
    FenceWatch watch = new FenceWatch(lease);
    long until = now() + lease.multipliedBy(WATCHED_LEASES_MAX).toNanos();
    while (now() - until < 0) {
      long begun = now();
      Optional<StaticRow> row = context.store().look(partition);
      row.ifPresent(this::checkDatacenter);
      Optional<StaticRow> members = row.filter(ClusterGuard::isOfMembers);
      if (members.isPresent()) {
        return members.get().fence().writer().toString();
      }
      row.ifPresent(found -> watch.read(begun, now(), found.fence()));
      if (isFree(row, watch)) {
        claim(row, process);
      } else if (watch.isBeating()) {
        throw inUse(row.orElseThrow());
      } else {
        context.time().sleep(LOOK_EVERY);
      }
    }
    throw new StoreUnavailableException(
        "nobody can tell whether another server uses the keyspace: reads take more than half of"
            + " its lease of "
            + lease);
  }

  private static boolean isFree(Optional<StaticRow> row, FenceWatch watch) {
    return row.isEmpty()
        || row.get().find(RELEASED).orElse(false)
        || watch.isDead(row.get().fence());
  }

  /** Whatever the outcome, the next look tells who was the first. */
  private void claim(Optional<StaticRow> found, String process) {
    long epoch = found.map(row -> row.fence().epoch()).orElse(0L) + 1;
    Fence next = new Fence(epoch, 0, Incarnation.next(context.random()));
    FencedBatch batch =
        found
            .map(row -> FencedBatch.after(row.fence(), next, partition))
            .orElseGet(() -> FencedBatch.first(next, partition))
            .set(DATACENTER.of(datacenter + OF_MEMBERS))
            .unset(RELEASED)
            .put(Row.of(key(epoch), PROCESS.of(process), SINCE.of(context.now())))
            .build();
    long until = now() + lease.toNanos();
    FencedWrite outcome = new FencedSender(context).send(batch, () -> now() - until < 0);
    if (outcome instanceof FencedWrite.Abandoned) {
      throw new StoreUnavailableException("the keyspace cannot be claimed: no answer in " + lease);
    }
  }

  private void checkDatacenter(StaticRow row) {
    String found = row.find(DATACENTER).orElse("");
    String home = isOfMembers(row) ? found.substring(0, found.indexOf(OF_MEMBERS)) : found;
    if (!home.equals(datacenter)) {
      throw new StoreException(
          Code.MISCONFIGURED,
          "the keyspace is used from data centre "
              + home
              + ", and --store names "
              + datacenter
              + ": run the server in "
              + home);
    }
  }

  private static boolean isOfMembers(StaticRow row) {
    return row.find(DATACENTER).orElse("").endsWith(OF_MEMBERS);
  }

  private StoreException inUse(StaticRow row) {
    Optional<Row> holder = context.store().get(key(row.fence().epoch()));
    return new StoreException(
        Code.IN_USE,
        "the keyspace is in use by a server of an earlier version, "
            + holder.flatMap(each -> each.find(PROCESS)).orElse("an unknown process")
            + ", which knows no other servers: stop it first");
  }

  private RowKey key(long epoch) {
    return partition.row(EPOCH.of(epoch));
  }

  private long now() {
    return context.time().nanoTime();
  }
}
