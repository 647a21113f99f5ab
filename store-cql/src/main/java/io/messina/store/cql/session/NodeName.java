package io.messina.store.cql.session;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The name of a node of the database in sentences and locations: its address and port. */
public final class NodeName {

  private NodeName() {}

  /**
   * The name of a node.
   *
   * @param node the node
   * @return as in {@code 10.0.0.1:9042}
   */
  public static String of(Node node) {
    return node.getBroadcastRpcAddress()
        .map(NodeName::of)
        .orElseGet(() -> of(node.getEndPoint().resolve()));
  }

  private static String of(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? internet.getHostString() + ":" + internet.getPort()
        : address.toString();
  }
}
