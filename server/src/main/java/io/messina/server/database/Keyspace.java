package io.messina.server.database;

import io.messina.peers.PeerSettings;
import io.messina.peers.node.ClusterNode;
import io.messina.peers.node.ClusterNodeSettings;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.runtime.definition.DefinitionTable;
import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.HostKind;
import io.messina.server.config.Options;
import io.messina.server.config.SecretFile;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.ListenException;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.cql.CqlStore;
import io.messina.store.cql.probe.ClockReport;
import io.messina.store.cql.session.CqlOptions;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.Streams;
import io.messina.stream.ownership.GraveTable;
import io.messina.stream.ownership.MemberTable;
import io.messina.stream.ownership.OwnershipOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A keyspace of a database, which this server shares with the others of its cluster. */
final class Keyspace implements Database {

  /** Few and small requests, without which a server that has much to do would lose its place. */
  private static final Set<String> URGENT =
      Set.of(
          MemberTable.MEMBERS.name(), GraveTable.GRAVES.name(), DefinitionTable.DEFINITIONS.name());

  private static final int PORT_MAX = 65_535;

  private final CqlStore store;
  private final ClusterNodeSettings settings;
  private final ThreadFactory threads = Thread.ofVirtual().name("messina-", 0).factory();
  private final NodeTime time = new SystemTime(threads);
  private final DatabaseWatch watch;
  private final ClockWatch clocks;
  private volatile @Nullable ClusterNode node;

  private Keyspace(CqlStore store, ClusterNodeSettings settings) {
    this.store = store;
    this.settings = settings;
    this.watch = new DatabaseWatch(this::ask, time, threads);
    this.clocks = new ClockWatch(this::examineClocks, time, threads);
  }

  static void check(CqlOptions options, Configuration configuration) {
    ClusterNodeSettings _ = settings(options, CacheLimit.limits(configuration), configuration);
  }

  static Keyspace open(CqlOptions options, Configuration configuration) {
    ClusterNodeSettings settings =
        settings(options, CacheLimit.limits(configuration), configuration);
    return new Keyspace(CqlStore.open(options, Clock.systemUTC(), URGENT), settings);
  }

  private static ClusterNodeSettings settings(
      CqlOptions options, NodeLimits limits, Configuration configuration) {
    InetSocketAddress peers =
        configuration.find(Options.PEERS).orElseGet(() -> besides(configuration));
    Optional<String> advertised = advertised(configuration);
    Optional<byte[]> secret = secret(configuration);
    try {
      return new ClusterNodeSettings(
          options.datacenter(),
          process(configuration),
          peers,
          advertised,
          secret,
          Optional.empty(),
          configuration.get(Options.ROLES).owner()
              ? OwnershipOptions.DEFAULT
              : OwnershipOptions.GATEWAY,
          limits);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          Options.PEERS.name()
              + ": "
              + e.getMessage()
              + "; the secret is given by "
              + Options.CLUSTER_SECRET_FILE.flag());
    }
  }

  private static Optional<byte[]> secret(Configuration configuration) {
    Optional<byte[]> secret =
        SecretFile.firstLine(configuration, Options.CLUSTER_SECRET_FILE)
            .map(text -> text.getBytes(StandardCharsets.UTF_8));
    if (secret.filter(bytes -> bytes.length < PeerSettings.SECRET_BYTES_MIN).isPresent()) {
      throw new ConfigurationException(
          Options.CLUSTER_SECRET_FILE.name()
              + ": its first line is shorter than "
              + PeerSettings.SECRET_BYTES_MIN
              + " characters");
    }
    return secret;
  }

  private static Optional<String> advertised(Configuration configuration) {
    Optional<String> address = configuration.find(Options.ADVERTISE);
    address
        .filter(each -> HostKind.ofAddress(each) == HostKind.WILDCARD)
        .ifPresent(
            everywhere -> {
              throw new ConfigurationException(
                  Options.ADVERTISE.name()
                      + ": "
                      + everywhere
                      + " (expected: one address at which the others reach this server, as in"
                      + " messina-1.example.com:8421)");
            });
    return address;
  }

  /** The port after that of HTTP, for servers on this machine. */
  private static InetSocketAddress besides(Configuration configuration) {
    int port = configuration.get(Options.PORT);
    if (port == PORT_MAX) {
      throw new ConfigurationException(
          Options.PEERS.name() + ": absent (expected: an address, as the port is the last one)");
    }
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port == 0 ? 0 : port + 1);
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Streams start(Store decorated) {
    store.requireNoStrangers(ServerTables.ALL);
    ServerTables.ALL.forEach(decorated::create);
    watch.start();
    clocks.start();
    try {
      ClusterNode started =
          ClusterNode.start(new Context(decorated, time, new SecureRandom(), threads), settings);
      node = started;
      return started.streams();
    } catch (IOException e) {
      throw new ListenException(e.getMessage() + " (" + Options.PEERS.flag() + " names another)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          StoreException.Code.UNAVAILABLE, "interrupted while the server joined its cluster", e);
    }
  }

  @Override
  public List<HealthCheck> checks() {
    return List.of(
        new DatabaseCheck(watch), new MemberCheck(this::isMember, this::refusal), clocks);
  }

  @Override
  public void stop() {
    ClusterNode running = node;
    if (running != null) {
      running.close();
    }
    watch.close();
    clocks.close();
  }

  private Optional<String> refusal() {
    ClusterNode running = node;
    return running == null ? Optional.empty() : running.streams().refusal();
  }

  private boolean isMember() {
    ClusterNode running = node;
    return running != null && running.streams().isMember();
  }

  private void ask() {
    ClusterNode.ask(store);
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
