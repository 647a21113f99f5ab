package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeShardingInfo;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import io.messina.store.Column;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.store.PartitionLocations.Stability;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class ClusterLocationsTest {

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Table LOG = Table.plain("log").partitionedBy(STREAM, SHARD).build();
  private static final CqlOptions OPTIONS =
      CqlUrl.parse("cql://n1/" + MadeUpCluster.KEYSPACE + "?dc=near");

  @Property(tries = 50)
  void with_vnodes_nodes_and_cores_are_those_of_the_drivers_formulas(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int size, @ForAll int shard) {
    MadeUpCluster cluster =
        new MadeUpCluster(new SplittableRandom(seed))
            .withDatacenter("near", size, 4)
            .withDatacenter("far", 2, 3);
    PartitionKey key = key("edits", shard);
    TokenMap tokens = cluster.tokens();
    Token token = tokens.newToken(KeyParts.of(key));

    PartitionLocation location = locations(cluster, false).find(key).orElseThrow();

    List<Home> expected =
        tokens.getReplicas(MadeUpCluster.KEYSPACE, token).stream()
            .filter(node -> "near".equals(node.getDatacenter()))
            .map(node -> Home.core(name(node), sharding(node).shardId(token)))
            .toList();
    assertThat(location).isEqualTo(new PartitionLocation(expected));
    assertThat(location.replicas()).hasSize(Math.min(size, 3));
    assertThat(location.home()).isIn(locations(cluster, false).homes());
  }

  @Test
  void homes_are_all_cores_of_the_near_data_centre_or_its_nodes_where_they_are_not_divided() {
    SplittableRandom random = new SplittableRandom(1);
    MadeUpCluster divided =
        new MadeUpCluster(random).withDatacenter("near", 2, 2).withDatacenter("far", 2, 2);
    MadeUpCluster whole = new MadeUpCluster(random).withDatacenter("near", 2, 0);

    assertThat(locations(divided, false).homes())
        .containsExactly(
            Home.core("n1:9042", 0),
            Home.core("n1:9042", 1),
            Home.core("n2:9042", 0),
            Home.core("n2:9042", 1));
    assertThat(locations(whole, false).homes())
        .containsExactly(Home.node("n1:9042"), Home.node("n2:9042"));
    assertThat(locations(whole, false).find(key("edits", 1)).orElseThrow().replicas())
        .containsExactlyInAnyOrder(Home.node("n1:9042"), Home.node("n2:9042"));
  }

  @Test
  void with_tablets_the_places_are_those_that_nodes_told_of_and_unknown_before() {
    MadeUpCluster cluster = new MadeUpCluster(new SplittableRandom(1)).withDatacenter("near", 3, 4);
    PartitionLocations locations = locations(cluster, true);
    PartitionKey key = key("edits", 7);

    assertThat(locations.stability()).isEqualTo(Stability.MOVING);
    assertThat(locations.find(key)).isEmpty();

    cluster.tellTablet("log", Map.of(cluster.nodes().get(0), 3, cluster.nodes().get(2), 1));
    assertThat(locations.find(key).orElseThrow().replicas())
        .containsExactlyInAnyOrder(
            Home.core(name(cluster.nodes().get(0)), 3), Home.core(name(cluster.nodes().get(2)), 1));
  }

  private static PartitionLocations locations(MadeUpCluster cluster, boolean tablets) {
    return new ClusterLocations(cluster::metadata, OPTIONS, tablets);
  }

  private static PartitionKey key(String stream, int shard) {
    return LOG.partition(STREAM.of(stream), SHARD.of(shard));
  }

  private static NodeShardingInfo sharding(Node node) {
    return Objects.requireNonNull(node.getShardingInfo());
  }

  private static String name(Node node) {
    return "n" + Objects.requireNonNull(node.getHostId()).getLeastSignificantBits() + ":9042";
  }
}
