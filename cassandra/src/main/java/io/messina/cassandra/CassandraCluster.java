package io.messina.cassandra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * One to three nodes on 127.0.0.1, .2 and .3 that know each other, in the folders {@code node-1},
 * {@code node-2}, {@code node-3}. The first is the seed. On macOS the other two addresses must be
 * added to the loopback interface first.
 */
public final class CassandraCluster implements AutoCloseable {

  /** The most nodes of a cluster. */
  public static final int NODES_MAX = 3;

  private static final int HEAP_MEBIBYTES = 512;

  private final List<CassandraNode> nodes;

  private CassandraCluster(List<CassandraNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /**
   * Starts nodes with 512 MiB of heap each on free ports, one after the other, and awaits them;
   * each after the first takes about 15 s. They end with this process.
   *
   * @param folder of their folders
   * @param count 1 to {@value #NODES_MAX}
   * @throws CassandraException as {@link CassandraNode#start} does; then none is left running
   */
  public static CassandraCluster start(Path folder, int count) {
    return start(folder, count, settings -> settings);
  }

  /**
   * As {@link #start(Path, int)}, with other settings for each of them.
   *
   * @param change for example another heap or commit log; not the address
   */
  public static CassandraCluster start(
      Path folder, int count, UnaryOperator<CassandraSettings> change) {
    List<CassandraNode> started = new ArrayList<>();
    try {
      for (CassandraAddress address : addresses(count)) {
        CassandraSettings settings =
            CassandraSettings.in(folder.resolve(folderName(started.size() + 1)))
                .withHeapMebibytes(HEAP_MEBIBYTES);
        started.add(CassandraNode.start(change.apply(settings).withAddress(address)));
      }
      return new CassandraCluster(started);
    } catch (RuntimeException e) {
      started.forEach(CassandraNode::kill);
      throw e;
    }
  }

  /** All of them; the first is the seed. */
  public List<CassandraNode> nodes() {
    return nodes;
  }

  /** The name of their data centre, for drivers. */
  public String datacenter() {
    return nodes.getFirst().datacenter();
  }

  /** Kills all; their folders stay. */
  @Override
  public void close() {
    nodes.forEach(CassandraNode::kill);
  }

  static String folderName(int number) {
    return "node-" + number;
  }

  static String host(int number) {
    return "127.0.0." + number;
  }

  private static List<CassandraAddress> addresses(int count) {
    if (count < 1 || count > NODES_MAX) {
      throw new IllegalArgumentException(
          "count: %d (expected: 1 to %d)".formatted(count, NODES_MAX));
    }
    List<String> hosts = IntStream.rangeClosed(1, count).mapToObj(CassandraCluster::host).toList();
    int nativePort = FreePorts.next(hosts);
    int storagePort = FreePorts.next(hosts);
    return hosts.stream()
        .map(host -> new CassandraAddress(host, nativePort, storagePort, hosts.getFirst()))
        .toList();
  }
}
