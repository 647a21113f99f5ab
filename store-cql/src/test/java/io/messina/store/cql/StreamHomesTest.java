package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.messina.api.Placement;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import io.messina.store.cql.session.NodeName;
import io.messina.stream.Event;
import io.messina.stream.node.Streams;
import io.messina.testkit.PlacedStore;
import io.messina.testkit.SimulatedStore;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What streams write, on made-up clusters: the driver's own formulas tell where it lies. */
class StreamHomesTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final CqlOptions OPTIONS =
      CqlUrl.parse("cql://n1/" + MadeUpCluster.KEYSPACE + "?dc=near");
  private static final int OWNERSHIPS = 3;
  private static final int SHARD_COLUMN = 1;

  @ParameterizedTest
  @CsvSource({"3, 4, 16", "3, 8, 32", "3, 16, 64", "6, 4, 32"})
  void log_and_state_of_a_shard_have_one_set_of_replicas_and_one_core(
      int nodes, int cores, int shards) {
    MadeUpCluster cluster =
        new MadeUpCluster(new SplittableRandom(nodes)).withDatacenter("near", nodes, cores);
    Metadata metadata = cluster.metadata();
    PlacedStore store =
        new PlacedStore(
            SimulatedStore.calm(InstantSource.system()),
            new ClusterLocations(() -> metadata, OPTIONS, false));
    for (int i = 0; i < OWNERSHIPS; i++) {
      appendAsOwner(store, shards);
    }

    Map<Integer, Set<PartitionKey>> written =
        store.writtenBy(SHARD_COLUMN, StreamHomesTest::isOfShard);
    assertThat(written).hasSize(shards);
    TokenMap tokens = cluster.tokens();
    List<Home> homes = new ArrayList<>();
    written.forEach(
        (shard, keys) -> {
          assertThat(keys).as("a state, and a segment per ownership").hasSize(1 + OWNERSHIPS);
          Set<List<Home>> places =
              keys.stream().map(key -> place(tokens, key)).collect(Collectors.toSet());
          assertThat(places).as("places of shard %s", shard).hasSize(1);
          homes.add(places.iterator().next().get(0));
        });
    assertEven(store.locations().homes(), homes);
    assertEven(nodes(store.locations().homes()), nodes(homes));
  }

  /** The partition's own node first, then the other replicas, each with its core. */
  private static List<Home> place(TokenMap tokens, PartitionKey key) {
    Token token =
        tokens.newToken(
            key.values().stream().map(StreamHomesTest::encoded).toArray(ByteBuffer[]::new));
    List<Home> replicas =
        tokens.getReplicas(MadeUpCluster.KEYSPACE, token).stream()
            .map(
                node ->
                    Home.core(
                        NodeName.of(node),
                        Objects.requireNonNull(node.getShardingInfo()).shardId(token)))
            .toList();
    return Stream.concat(replicas.stream().limit(1), replicas.stream().skip(1).sorted()).toList();
  }

  private static ByteBuffer encoded(Object value) {
    ByteBuffer encoded =
        value instanceof Integer number
            ? TypeCodecs.INT.encode(number, ProtocolVersion.DEFAULT)
            : TypeCodecs.TEXT.encode((String) value, ProtocolVersion.DEFAULT);
    return Objects.requireNonNull(encoded);
  }

  private static boolean isOfShard(String table) {
    return table.equals("shards") || table.startsWith("log_");
  }

  /** Takes all shards over and begins a segment in each. */
  private static void appendAsOwner(Store store, int shards) {
    try (Streams streams = Streams.embedded(store)) {
      StreamOptions options = StreamOptions.DEFAULT.shards(shards).placement(Placement.CORE);
      List<Event> events =
          IntStream.range(0, shards * 50)
              .mapToObj(
                  number ->
                      Event.builder(Bytes.utf8("payload")).key(Bytes.utf8("key " + number)).build())
              .toList();
      assertThat(streams.create(EDITS, options).value().append(events).accepted())
          .isEqualTo(events.size());
    }
  }

  private static <T> void assertEven(List<T> all, List<T> chosen) {
    Map<T, Long> counts =
        chosen.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(all.stream().distinct()).allMatch(each -> counts.getOrDefault(each, 0L) >= most - 1);
  }

  private static List<String> nodes(List<Home> homes) {
    return homes.stream().map(Home::node).toList();
  }
}
