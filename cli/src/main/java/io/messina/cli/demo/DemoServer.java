package io.messina.cli.demo;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Starts the demo's own server, which nothing around it configures. */
final class DemoServer {

  private static final String HOST = "127.0.0.1";
  private static final int USUAL_PORT = 8420;
  private static final Duration READY_MAX = Duration.ofSeconds(60);

  private DemoServer() {}

  /** Returns once it is ready. */
  static Node start(DemoPlace place) {
    Map<String, String> flags = new HashMap<>(place.flags());
    flags.put(Options.HOST.flag(), HOST);
    flags.put(Options.PORT.flag(), isFree() ? Integer.toString(USUAL_PORT) : "0");
    Node server = Node.start(Configuration.read(place.path(), place.environment(), flags));
    try {
      if (server.awaitReady(READY_MAX)) {
        return server;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.close();
    throw new IllegalStateException("the server did not become ready within " + READY_MAX);
  }

  private static boolean isFree() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
