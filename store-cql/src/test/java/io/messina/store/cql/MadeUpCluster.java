package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TabletMap;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.internal.core.config.typesafe.DefaultDriverConfigLoader;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import com.datastax.oss.driver.internal.core.metadata.DefaultNode;
import com.datastax.oss.driver.internal.core.metadata.DefaultTabletMap;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultKeyspaceMetadata;
import com.datastax.oss.driver.internal.core.metadata.token.DefaultReplicationStrategyFactory;
import com.datastax.oss.driver.internal.core.metadata.token.DefaultTokenMap;
import com.datastax.oss.driver.internal.core.metadata.token.Murmur3TokenFactory;
import com.datastax.oss.driver.internal.core.protocol.ShardingInfo;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** What the driver would know of a cluster that does not exist, worked out by the driver itself. */
final class MadeUpCluster {

  static final String KEYSPACE = "made_up";

  private static final int VNODES = 16;
  private static final int IGNORED_BITS = 12;

  private final DefaultDriverContext context =
      new DefaultDriverContext(
          new DefaultDriverConfigLoader(), ProgrammaticArguments.builder().build());
  private final Map<UUID, Node> nodes = new HashMap<>();
  private final TabletMap tablets = DefaultTabletMap.emptyMap();
  private final Map<String, String> replication = new HashMap<>();
  private final RandomGenerator random;

  MadeUpCluster(RandomGenerator random) {
    this.random = random;
    replication.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
  }

  /** A data centre with one copy of each row on each of its nodes, at most three. */
  MadeUpCluster withDatacenter(String name, int size, int cores) {
    replication.put(name, String.valueOf(Math.min(size, 3)));
    for (int i = 0; i < size; i++) {
      DefaultNode node = node(name, nodes.size() + 1);
      if (cores > 0) {
        node.setShardingInfo(sharding(cores));
      }
      nodes.put(node.getHostId(), node);
    }
    return this;
  }

  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  TokenMap tokens() {
    KeyspaceMetadata keyspace =
        new DefaultKeyspaceMetadata(
            CqlIdentifier.fromInternal(KEYSPACE),
            true,
            false,
            replication,
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of());
    return DefaultTokenMap.build(
        nodes.values(),
        List.of(keyspace),
        new Murmur3TokenFactory(),
        new DefaultReplicationStrategyFactory(context),
        "test");
  }

  /** A tablet of all tokens, as a node tells of it. */
  void tellTablet(String table, Map<Node, Integer> cores) {
    TupleType replica = DataTypes.tupleOf(DataTypes.UUID, DataTypes.INT);
    List<TupleValue> replicas =
        cores.entrySet().stream()
            .map(
                entry ->
                    replica.newValue(
                        Objects.requireNonNull(entry.getKey().getHostId()), entry.getValue()))
            .toList();
    TupleValue told =
        DataTypes.tupleOf(DataTypes.BIGINT, DataTypes.BIGINT, DataTypes.listOf(replica))
            .newValue(Long.MIN_VALUE, Long.MAX_VALUE, replicas);
    tablets.addTablet(
        CqlIdentifier.fromInternal(KEYSPACE),
        CqlIdentifier.fromInternal(table),
        DefaultTabletMap.DefaultTablet.parseTabletPayloadV1(told, nodes));
  }

  Metadata metadata() {
    TokenMap tokens = tokens();
    return (Metadata)
        Proxy.newProxyInstance(
            Metadata.class.getClassLoader(),
            new Class<?>[] {Metadata.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getNodes" -> nodes;
                  case "getTokenMap" -> Optional.of(tokens);
                  case "getTabletMap" -> tablets;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private DefaultNode node(String datacenter, int number) {
    InetSocketAddress address = InetSocketAddress.createUnresolved("n" + number, 9042);
    DefaultNode node = new DefaultNode(new DefaultEndPoint(address), context);
    Set<String> tokens = new TreeSet<>();
    while (tokens.size() < VNODES) {
      tokens.add(String.valueOf(random.nextLong()));
    }
    set(node, "datacenter", datacenter);
    set(node, "rack", "r1");
    set(node, "hostId", new UUID(0, number));
    set(node, "rawTokens", tokens);
    return node;
  }

  private static ShardingInfo sharding(int cores) {
    return ShardingInfo.parseShardingInfo(
            Map.of(
                "SCYLLA_SHARD", List.of("0"),
                "SCYLLA_NR_SHARDS", List.of(String.valueOf(cores)),
                "SCYLLA_PARTITIONER", List.of("org.apache.cassandra.dht.Murmur3Partitioner"),
                "SCYLLA_SHARDING_ALGORITHM", List.of("biased-token-round-robin"),
                "SCYLLA_SHARDING_IGNORE_MSB", List.of(String.valueOf(IGNORED_BITS))))
        .shardingInfo;
  }

  /** The driver fills these from answers of nodes only. */
  private static void set(DefaultNode node, String name, Object value) {
    try {
      Field field = DefaultNode.class.getDeclaredField(name);
      field.setAccessible(true);
      field.set(node, value);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }
}
