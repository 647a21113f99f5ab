package io.messina.stream.ownership;

import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import java.time.Instant;

/**
 * The table of clusters: the present and former holders of the {@link ClusterLease} of each.
 * Programs use its fence: writer and epoch of the holder, and in n how often it has beaten.
 */
public final class ClusterTable {

  private static final Column<String> CLUSTER = Column.ofText("cluster");

  /** Static: the data centre of the cluster, set by its first holder. */
  static final Column<String> DATACENTER = Column.ofText("datacenter");

  /** Static: true from when a holder has released the cluster lease until the next one takes it. */
  static final Column<Boolean> RELEASED = Column.ofBoolean("released");

  /** A row per holder, by the epoch of its fence. */
  private static final Column<Long> EPOCH = Column.ofLong("epoch");

  /** A description of the process, for people. */
  static final Column<String> PROCESS = Column.ofText("process");

  /** When it took the cluster lease, by its own clock. */
  static final Column<Instant> SINCE = Column.ofInstant("since");

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

  private ClusterTable() {}

  static PartitionKey partition(String cluster) {
    return CLUSTERS.partition(CLUSTER.of(cluster));
  }

  static RowKey key(String cluster, long epoch) {
    return partition(cluster).row(EPOCH.of(epoch));
  }

  static Row row(String cluster, long epoch, String process, Instant since) {
    return Row.of(key(cluster, epoch), PROCESS.of(process), SINCE.of(since));
  }
}
