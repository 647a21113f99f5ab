package io.messina.server.database;

import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import io.messina.server.http.HealthCheck;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.cql.CqlStore;
import io.messina.store.cql.probe.ClockReport;
import io.messina.store.cql.session.CqlOptions;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.ClusterLease;
import io.messina.stream.ownership.GraveTable;
import io.messina.stream.ownership.OwnershipOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;

/** A keyspace of a database, of which one server at a time holds the cluster lease. */
final class Keyspace implements Database {

  /** The only cluster of a keyspace. */
  private static final String CLUSTER = "messina";

  /**
   * One address for all: the server that holds the cluster lease is the only one that owns shards.
   */
  private static final String ADDRESS = "server";

  /** Few and small requests, without which a server that has much to do would lose its place. */
  private static final Set<String> URGENT =
      Set.of(
          ClusterLease.CLUSTERS.name(),
          GraveTable.GRAVES.name(),
          DefinitionTable.DEFINITIONS.name());

  private static final Duration CLAIMED_MAX = Duration.ofSeconds(15);
  private static final Duration CLAIM_POLL = Duration.ofMillis(10);

  private final CqlStore store;
  private final CqlOptions options;
  private final NodeLimits limits;
  private final ClusterLease clusterLease;
  private final ThreadFactory threads = Thread.ofVirtual().name("messina-", 0).factory();
  private final NodeTime time = new SystemTime(threads);
  private final DatabaseWatch watch;
  private final ClockWatch clocks;

  private Keyspace(CqlStore store, CqlOptions options, NodeLimits limits, String process) {
    this.store = store;
    this.options = options;
    this.limits = limits;
    this.clusterLease = new ClusterLease(CLUSTER, options.datacenter(), process);
    this.watch = new DatabaseWatch(this::ask, time, threads);
    this.clocks = new ClockWatch(this::examineClocks, time, threads);
  }

  static Keyspace open(CqlOptions options, Configuration configuration) {
    NodeLimits limits = CacheLimit.limits(configuration);
    return new Keyspace(
        CqlStore.open(options, Clock.systemUTC(), URGENT), options, limits, process(configuration));
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Streams start(Store decorated) {
    store.requireNoStrangers(ServerTables.ALL);
    ServerTables.ALL.forEach(decorated::create);
    checkDatacenter(decorated);
    checkFree(decorated);
    watch.start();
    clocks.start();
    Streams streams =
        Streams.start(
            new NodeSite(
                new Context(decorated, time, new SecureRandom(), threads),
                Peers.NONE,
                CLUSTER,
                ADDRESS,
                OwnershipOptions.leased(clusterLease),
                limits));
    try {
      awaitClusterLease();
      return streams;
    } catch (RuntimeException | Error e) {
      streams.close();
      throw e;
    }
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of(new DatabaseCheck(watch, clusterLease), clocks);
  }

  @Override
  public void stop() {
    watch.close();
    clocks.close();
  }

  private void checkDatacenter(Store decorated) {
    clusterLease
        .holder(decorated)
        .map(ClusterLease.Holder::datacenter)
        .filter(home -> !home.equals(options.datacenter()))
        .ifPresent(
            home -> {
              throw new StoreException(
                  StoreException.Code.MISCONFIGURED,
                  "keyspace "
                      + options.keyspace()
                      + " is used from data centre "
                      + home
                      + ", and --store names "
                      + options.datacenter()
                      + ": run the server in "
                      + home);
            });
  }

  private void checkFree(Store decorated) {
    try {
      clusterLease
          .awaitFree(decorated, time, OwnershipOptions.DEFAULT.lease())
          .ifPresent(this::refuse);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Waits for the cluster lease, since of two processes that start at the same time one is later.
   */
  private void awaitClusterLease() {
    long until = time.nanoTime() + CLAIMED_MAX.toNanos();
    try {
      while (!(clusterLease.state() instanceof ClusterLease.State.Held)
          && time.nanoTime() - until < 0) {
        if (clusterLease.state() instanceof ClusterLease.State.Occupied occupied) {
          refuse(occupied.holder());
        }
        time.sleep(CLAIM_POLL);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void refuse(ClusterLease.Holder holder) {
    throw new StoreException(
        StoreException.Code.IN_USE,
        "keyspace "
            + options.keyspace()
            + " is in use by "
            + holder.process()
            + ", since "
            + holder.since()
            + ", which has beaten less than a second ago: stop it, or name another keyspace with"
            + " --store");
  }

  private StoreException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new StoreException(
        StoreException.Code.IN_USE,
        "keyspace " + options.keyspace() + ": interrupted before it was taken",
        e);
  }

  private void ask() {
    var _ = clusterLease.holder(store);
  }

  private Optional<String> examineClocks() {
    ClockReport report = store.examineClocks();
    return report.isAgreeing() ? Optional.empty() : Optional.of(report.finding().sentence());
  }

  private static String process(Configuration configuration) {
    return "process "
        + ProcessHandle.current().pid()
        + " of host "
        + host()
        + " (port "
        + configuration.get(Options.PORT)
        + ")";
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "without a name";
    }
  }
}
