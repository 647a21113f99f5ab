package io.messina.peers;

import io.messina.peers.PeerNetwork.Weight;
import io.messina.runtime.SystemTime;
import io.messina.store.Incarnation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.SSLContext;

/** Nodes on this machine that ask each other over real connections. */
final class PeerRig {

  static final Duration PING_EVERY = Duration.ofSeconds(1);
  static final Duration LONG = Duration.ofSeconds(20);
  static final byte[] SECRET = "a secret of the whole cluster".getBytes(StandardCharsets.UTF_8);

  private static final ThreadFactory THREADS = Thread.ofVirtual().name("peer-", 0).factory();
  private static final SecureRandom RANDOM = new SecureRandom();

  private PeerRig() {}

  static PeerSettings settings(String cluster, String address, Optional<byte[]> secret) {
    return settings(cluster, address, secret, Optional.empty());
  }

  static PeerSettings settings(
      String cluster, String address, Optional<byte[]> secret, Optional<SSLContext> tls) {
    return new PeerSettings(
        new PeerIdentity(cluster, address, Incarnation.next(RANDOM)),
        secret,
        tls,
        PING_EVERY,
        new SystemTime(THREADS),
        RANDOM,
        THREADS);
  }

  /** An address of this machine at which nobody listens. */
  static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  static InetSocketAddress at(String address) {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(),
        Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
  }

  static PeerListener listen(PeerSettings settings, RequestHandler handler) throws IOException {
    return new PeerListener(settings, at(settings.identity().address()), handler);
  }

  static CompletableFuture<byte[]> ask(
      PeerNetwork network, String address, Weight weight, byte[] request, Duration within) {
    try {
      return network.ask(address, weight, request, within);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a request that failed was told. */
  static Throwable failure(Runnable asked) {
    try {
      asked.run();
    } catch (CompletionException e) {
      return Objects.requireNonNull(e.getCause());
    } catch (RuntimeException e) {
      return e;
    }
    throw new AssertionError("nothing failed");
  }
}
