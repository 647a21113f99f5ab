package io.messina.cassandra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports without a listener. They are below the ports that systems give to outgoing
 * connections, since one of these could take a port between the finding and the start of the node.
 */
public final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int TRIES_MAX = 1_000;

  private FreePorts() {}

  /**
   * One that is free on each of the given hosts.
   *
   * @param hosts names or addresses of this machine
   * @throws CassandraException if there is none
   */
  public static int next(Iterable<String> hosts) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(hosts, port)) {
        return port;
      }
    }
    throw new CassandraException(
        "No free port found from " + FIRST + " to " + (END - 1) + " on " + hosts);
  }

  static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isFree(Iterable<String> hosts, int port) {
    for (String host : hosts) {
      if (!isFree(host, port)) {
        return false;
      }
    }
    return true;
  }
}
