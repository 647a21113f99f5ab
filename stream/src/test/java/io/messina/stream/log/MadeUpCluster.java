package io.messina.stream.log;

import io.messina.store.Bytes;
import io.messina.store.Home;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionLocation;
import io.messina.store.PartitionLocations;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Nodes with cores and vnodes as in ScyllaDB, three replicas: a partition's token picks the nodes
 * that follow on the ring, and on each of them one core by the token's bits behind the twelve
 * highest.
 */
final class MadeUpCluster implements PartitionLocations {

  private static final int VNODES = 16;
  private static final int REPLICAS = 3;
  private static final int IGNORED_BITS = 12;

  private final Map<String, Integer> cores = new LinkedHashMap<>();
  private final NavigableMap<Long, String> ring = new TreeMap<>();
  private final SplittableRandom random = new SplittableRandom(7);

  static MadeUpCluster of(int nodes, int cores) {
    MadeUpCluster cluster = new MadeUpCluster();
    for (int i = 0; i < nodes; i++) {
      cluster.add("10.0.0." + (i + 1), cores);
    }
    return cluster;
  }

  void add(String node, int coresOfNode) {
    cores.put(node, coresOfNode);
    for (int i = 0; i < VNODES; i++) {
      ring.put(random.nextLong(), node);
    }
  }

  @Override
  public Stability stability() {
    return Stability.FIXED;
  }

  @Override
  public List<Home> homes() {
    List<Home> homes = new ArrayList<>();
    cores.forEach(
        (node, count) -> {
          for (int core = 0; core < count; core++) {
            homes.add(Home.core(node, core));
          }
        });
    return homes.stream().sorted().toList();
  }

  @Override
  public Optional<PartitionLocation> find(PartitionKey key) {
    long token = Murmur3.token(Bytes.wrap(stored(key)));
    return Optional.of(
        new PartitionLocation(
            nodes(token).stream().map(node -> Home.core(node, core(node, token))).toList()));
  }

  private List<String> nodes(long token) {
    return Stream.concat(ring.tailMap(token, true).values().stream(), ring.values().stream())
        .distinct()
        .limit(REPLICAS)
        .toList();
  }

  private int core(String node, long token) {
    long biased = (token ^ Long.MIN_VALUE) << IGNORED_BITS;
    return (int) Math.unsignedMultiplyHigh(biased, cores.getOrDefault(node, 1));
  }

  /** A key of several columns: of each its length in two bytes, its bytes, a zero. */
  private static byte[] stored(PartitionKey key) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : key.values()) {
      byte[] stored = stored(value);
      bytes.write(stored.length >> 8);
      bytes.write(stored.length);
      bytes.writeBytes(stored);
      bytes.write(0);
    }
    return bytes.toByteArray();
  }

  private static byte[] stored(Object value) {
    return value instanceof Integer number
        ? ByteBuffer.allocate(Integer.BYTES).putInt(number).array()
        : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
