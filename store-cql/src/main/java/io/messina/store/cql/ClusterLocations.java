package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeShardingInfo;
import com.datastax.oss.driver.api.core.metadata.Tablet;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.NodeName;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The locations in a cluster. A partition's place follows from the token of its key: with vnodes
 * the nodes from the ranges of tokens that they own, and on ScyllaDB the core from the token's
 * leading bits; with tablets both from the tablet of its table that the driver learned when it last
 * sent a request there.
 */
public final class ClusterLocations implements PartitionLocations {

  private final Supplier<Metadata> metadata;
  private final CqlIdentifier keyspace;
  private final String datacenter;
  private final boolean tablets;

  ClusterLocations(Supplier<Metadata> metadata, CqlOptions options, boolean tablets) {
    this.metadata = metadata;
    this.keyspace = CqlIdentifier.fromInternal(options.keyspace());
    this.datacenter = options.datacenter();
    this.tablets = tablets;
  }

  /**
   * The locations that a session knows of.
   *
   * @param session to the cluster
   * @param options with which it was opened
   * @param tablets whether the keyspace has tablets instead of vnodes
   * @return the locations, which follow the events of the session
   */
  public static PartitionLocations of(CqlSession session, CqlOptions options, boolean tablets) {
    return new ClusterLocations(session::getMetadata, options, tablets);
  }

  @Override
  public Stability stability() {
    return tablets ? Stability.MOVING : Stability.FIXED;
  }

  @Override
  public List<Home> homes() {
    return metadata.get().getNodes().values().stream()
        .filter(this::isNear)
        .flatMap(ClusterLocations::homes)
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public Optional<PartitionLocation> find(PartitionKey key) {
    Metadata known = metadata.get();
    return known
        .getTokenMap()
        .flatMap(
            map -> {
              Token token = map.newToken(KeyParts.of(key));
              return tablets ? inTablet(known, map, key, token) : inRange(map, token);
            });
  }

  private Optional<PartitionLocation> inRange(TokenMap map, Token token) {
    return location(
        map.getReplicas(keyspace, token).stream()
            .filter(this::isNear)
            .map(node -> home(node, token)));
  }

  private Optional<PartitionLocation> inTablet(
      Metadata known, TokenMap map, PartitionKey key, Token token) {
    Tablet tablet =
        known
            .getTabletMap()
            .getTablet(
                keyspace,
                CqlIdentifier.fromInternal(key.table().name()),
                Long.parseLong(map.format(token)));
    if (tablet == null) {
      return Optional.empty();
    }
    return location(
        tablet.getReplicaNodes().stream()
            .filter(this::isNear)
            .map(node -> Home.core(NodeName.of(node), tablet.getShardForNode(node))));
  }

  private boolean isNear(Node node) {
    return datacenter.equals(node.getDatacenter());
  }

  private static Optional<PartitionLocation> location(Stream<Home> replicas) {
    List<Home> homes = replicas.toList();
    return homes.isEmpty() ? Optional.empty() : Optional.of(new PartitionLocation(homes));
  }

  private static Home home(Node node, Token token) {
    NodeShardingInfo sharding = node.getShardingInfo();
    String name = NodeName.of(node);
    return sharding == null ? Home.node(name) : Home.core(name, sharding.shardId(token));
  }

  private static Stream<Home> homes(Node node) {
    NodeShardingInfo sharding = node.getShardingInfo();
    String name = NodeName.of(node);
    return sharding == null
        ? Stream.of(Home.node(name))
        : Stream.iterate(0, core -> core + 1)
            .limit(sharding.getShardsCount())
            .map(core -> Home.core(name, core));
  }
}
