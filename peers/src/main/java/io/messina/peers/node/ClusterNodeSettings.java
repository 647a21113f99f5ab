package io.messina.peers.node;

import io.messina.peers.PeerListener;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.ownership.OwnershipOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of a node of a cluster.
 *
 * @param datacenter of the database, as its driver is told: the same for all nodes
 * @param process a description of the process for people, such as {@code process 4711 of host a}
 * @param listen where it listens for the other nodes; port 0 takes a free one
 * @param advertise where the others reach it, {@code host:port}; the address it listens at, if it
 *     is empty. No two nodes have the same
 * @param secret that all nodes of the cluster know; without it and without TLS a node listens at
 *     loopback addresses only
 * @param tls as {@link io.messina.peers.PeerSettings} has it
 * @param ownership whether it owns shards, and how owners are found dead; the same for all nodes
 * @param limits the node's bounds
 */
public record ClusterNodeSettings(
    String datacenter,
    String process,
    InetSocketAddress listen,
    Optional<String> advertise,
    Optional<byte[]> secret,
    Optional<SSLContext> tls,
    OwnershipOptions ownership,
    NodeLimits limits) {

  /**
   * Checks the address.
   *
   * @throws IllegalArgumentException if strangers could reach it, or no other node could
   */
  public ClusterNodeSettings {
    InetAddress at = listen.getAddress();
    if (at != null && at.isAnyLocalAddress() && advertise.isEmpty()) {
      throw new IllegalArgumentException(
          listen.getHostString()
              + ":"
              + listen.getPort()
              + ": no address for others (expected: advertise, as in host:port)");
    }
    PeerListener.checkTrust(listen, secret.isPresent() || tls.isPresent());
  }

  /**
   * A node that listens at a free port of this machine, for others on it.
   *
   * @param datacenter as above
   */
  public static ClusterNodeSettings onThisMachine(String datacenter) {
    return new ClusterNodeSettings(
        datacenter,
        "process " + ProcessHandle.current().pid(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OwnershipOptions.DEFAULT,
        NodeLimits.DEFAULT);
  }
}
