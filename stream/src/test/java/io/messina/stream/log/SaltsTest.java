package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.runtime.RequestException;
import io.messina.store.Column;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.ShardTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaltsTest {

  private static final Column<String> NAME = Column.ofText("name");
  private static final Column<Integer> SEGMENT = Column.ofInt("segment");
  private static final Column<Integer> SALT = Column.ofInt("salt");
  private static final Table LOG =
      Table.plain("log_of_test").partitionedBy(NAME, SEGMENT, SALT).columns().build();

  private static final int SEGMENTS = 20;

  @ParameterizedTest
  @CsvSource({"3, 4, 16", "3, 8, 16", "3, 16, 16", "3, 16, 128", "1, 8, 16", "6, 16, 16"})
  void log_and_state_of_a_shard_lie_at_one_place_and_shards_are_spread_evenly(
      int nodes, int cores, int count) {
    MadeUpCluster cluster = MadeUpCluster.of(nodes, cores);
    List<ShardId> shards = shards(count);
    ShardSalts salts = placed(cluster).states(shards);

    List<Home> homes = new ArrayList<>();
    for (ShardId shard : shards) {
      Set<PartitionLocation> places = new HashSet<>(log(cluster, shard, salts));
      places.add(state(cluster, shard, salts));
      assertThat(places).hasSize(1);
      homes.add(places.iterator().next().home());
    }
    assertEven(cluster.homes(), homes);
    assertEven(cluster.homes().stream().map(Home::node).distinct().toList(), nodes(homes));
  }

  @Test
  void streams_do_not_all_begin_at_the_same_home() {
    MadeUpCluster cluster = MadeUpCluster.of(3, 16);
    Set<Home> firsts =
        IntStream.range(0, 20)
            .mapToObj(i -> new ShardId(new StreamId(new StreamName("s" + i), 1), 0))
            .map(shard -> state(cluster, shard, placed(cluster).states(List.of(shard))).home())
            .collect(Collectors.toSet());
    assertThat(firsts).hasSizeGreaterThan(10);
  }

  @Test
  void when_nodes_come_the_log_goes_to_one_new_home_and_the_state_keeps_its_key() {
    MadeUpCluster cluster = MadeUpCluster.of(3, 8);
    List<ShardId> shards = shards(64);
    ShardSalts salts = placed(cluster).states(shards);
    cluster.add("10.0.0.4", 8);

    List<Home> homes = new ArrayList<>();
    for (ShardId shard : shards) {
      Set<PartitionLocation> places = new HashSet<>(log(cluster, shard, salts));
      assertThat(places).hasSize(1);
      homes.add(places.iterator().next().home());
    }
    assertEven(cluster.homes(), homes);
    assertThat(nodes(homes)).contains("10.0.0.4");
  }

  @Test
  void where_no_salt_leads_to_the_same_replicas_the_log_still_gets_one() {
    PartitionLocations everElsewhere =
        new Odd(PartitionLocations.Stability.FIXED) {
          @Override
          public Optional<PartitionLocation> find(PartitionKey key) {
            return Optional.of(new PartitionLocation(List.of(Home.core("b", 0))));
          }
        };
    ShardId shard = shards(1).get(0);

    assertThat(
            new CorePlacement(everElsewhere, (each, salt) -> key(each, 0, salt))
                .log(shard, 0)
                .choose(none -> key(shard, 1, none)))
        .isZero();
    assertThatThrownBy(() -> placed(everElsewhere).states(shards(1)))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage(
            "placement: core (expected: any, as no key of s~1/0 with one of 100000 salts leads to"
                + " a/0)");
  }

  @Test
  void homes_are_refused_where_partitions_have_no_places_that_stay() {
    assertThatThrownBy(() -> placed(PartitionLocations.UNKNOWN).states(shards(1)))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("placement: core (expected: any, as this store has no nodes to choose from)");
    assertThatThrownBy(() -> placed(new Odd(PartitionLocations.Stability.MOVING)).states(shards(1)))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("tablets");
    assertThatThrownBy(() -> placed(new MadeUpCluster()).states(shards(1)))
        .isInstanceOf(RequestException.Unavailable.class);
  }

  /** One home, and nothing that is known to lie there. */
  private static class Odd implements PartitionLocations {

    private final Stability stability;

    private Odd(Stability stability) {
      this.stability = stability;
    }

    @Override
    public Stability stability() {
      return stability;
    }

    @Override
    public List<Home> homes() {
      return List.of(Home.core("a", 0));
    }

    @Override
    public Optional<PartitionLocation> find(PartitionKey key) {
      return Optional.empty();
    }
  }

  private static CorePlacement placed(PartitionLocations locations) {
    return new CorePlacement(locations, ShardTable::partition);
  }

  private static List<ShardId> shards(int count) {
    StreamId stream = new StreamId(new StreamName("s"), 1);
    return IntStream.range(0, count).mapToObj(number -> new ShardId(stream, number)).toList();
  }

  private static PartitionLocation state(
      PartitionLocations locations, ShardId shard, ShardSalts salts) {
    return locations.find(ShardTable.partition(shard, salts.of(shard.number()))).orElseThrow();
  }

  private static List<PartitionLocation> log(
      PartitionLocations locations, ShardId shard, ShardSalts salts) {
    Salts chosen = placed(locations).log(shard, salts.of(shard.number()));
    return IntStream.range(0, SEGMENTS)
        .mapToObj(segment -> key(shard, segment, chosen.choose(salt -> key(shard, segment, salt))))
        .map(key -> locations.find(key).orElseThrow())
        .toList();
  }

  private static PartitionKey key(ShardId shard, int segment, int salt) {
    return LOG.partition(NAME.of(shard.toString()), SEGMENT.of(segment), SALT.of(salt));
  }

  private static List<String> nodes(List<Home> homes) {
    return homes.stream().map(Home::node).toList();
  }

  private static <T extends Comparable<T>> void assertEven(Collection<T> all, List<T> chosen) {
    Map<T, Long> counts = new TreeMap<>();
    all.forEach(each -> counts.put(each, 0L));
    counts.putAll(
        chosen.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
    long least = counts.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    assertThat(counts.values()).allMatch(count -> count <= least + 1);
  }
}
