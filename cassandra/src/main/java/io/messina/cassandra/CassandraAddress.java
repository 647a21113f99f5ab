package io.messina.cassandra;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a node listens, and the node that it learns of the others from.
 *
 * @param host a loopback address such as 127.0.0.1
 * @param nativePort for drivers
 * @param storagePort for the other nodes; the same for all nodes of a cluster
 * @param seed the host of the cluster's first node
 */
public record CassandraAddress(String host, int nativePort, int storagePort, String seed) {

  /** Returns an address on free ports of 127.0.0.1 that no other node has. */
  public static CassandraAddress free() {
    List<String> hosts = List.of("127.0.0.1");
    return new CassandraAddress(
        "127.0.0.1", FreePorts.next(hosts), FreePorts.next(hosts), "127.0.0.1");
  }

  /** Returns the contact point for a driver. */
  public InetSocketAddress contactPoint() {
    return new InetSocketAddress(host, nativePort);
  }

  /** The first node of a cluster, or its only one. */
  boolean isSeed() {
    return host.equals(seed);
  }

  void requireFree() {
    for (int port : new int[] {nativePort, storagePort}) {
      if (!FreePorts.isFree(host, port)) {
        throw new CassandraException(
            "%s:%d is taken or no address of this machine. Stop what listens there, or choose another port"
                .formatted(host, port));
      }
    }
  }
}
