package io.messina.peers;

import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where other nodes reach this one. Safe for use by many threads. */
public final class PeerListener implements AutoCloseable {

  /** How many connections may be at their beginning, of all addresses and of one. */
  private static final int BEGINNINGS_MAX = 256;

  private static final int BEGINNINGS_OF_ADDRESS_MAX = 32;
  private static final int CONNECTIONS_MAX = 4_096;
  private static final Duration FAILURE_PAUSE = Duration.ofMillis(100);
  private static final long WORDS_NANOS = Duration.ofSeconds(5).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(PeerListener.class);

  private final LogOnce accepts = new LogOnce(LOG, "connections of other nodes cannot be accepted");
  private final PeerSettings settings;
  private final RequestHandler handler;
  private final ServerSocket server;
  private volatile boolean reached;
  private final Thread accepting;
  private final Set<Beginning> beginnings = ConcurrentHashMap.newKeySet();
  private final AtomicLong nextWordNanos;
  private final Set<AnsweringConnection> connections = ConcurrentHashMap.newKeySet();

  /**
   * Listens from now on.
   *
   * @param settings of this node
   * @param at where to listen
   * @param handler answers
   * @throws IOException if it cannot listen there: the address is taken, or not one of this machine
   * @throws IllegalArgumentException if others than this machine could reach it, and there is
   *     neither a secret nor TLS
   */
  public PeerListener(PeerSettings settings, InetSocketAddress at, RequestHandler handler)
      throws IOException {
    this(settings, bound(at, settings.trusts(), settings.tls()), handler);
  }

  /**
   * Listens from now on.
   *
   * @param settings of this node
   * @param server from {@link #bound}, which is closed with the listener
   * @param handler answers
   */
  public PeerListener(PeerSettings settings, ServerSocket server, RequestHandler handler) {
    this.settings = settings;
    this.handler = handler;
    this.nextWordNanos = new AtomicLong(settings.time().nanoTime());
    this.server = server;
    this.accepting = settings.threads().newThread(this::acceptAll);
    accepting.start();
  }

  /**
   * Takes an address. Connections wait until a listener is there.
   *
   * @param at the address; port 0 takes a free one
   * @param trusts whether there is a secret or TLS
   * @param tls as in {@link PeerSettings}
   * @throws IOException if the address is taken, or not one of this machine
   * @throws IllegalArgumentException if others than this machine could reach it, and could not be
   *     told from strangers
   */
  public static ServerSocket bound(InetSocketAddress at, boolean trusts, Optional<SSLContext> tls)
      throws IOException {
    checkTrust(at, trusts);
    ServerSocket server = tls.isPresent() ? PeerTls.listening(tls.get()) : new ServerSocket();
    try {
      server.bind(at);
      return server;
    } catch (IOException e) {
      server.close();
      throw new IOException("cannot listen for other nodes at " + at + ": " + e.getMessage(), e);
    }
  }

  /**
   * Refuses an address at which strangers could be taken for nodes.
   *
   * @param trusts whether there is a secret or TLS
   * @throws IllegalArgumentException if others than this machine could reach it, and could not be
   *     told from strangers
   */
  public static void checkTrust(InetSocketAddress at, boolean trusts) {
    if (!trusts && !isLoopback(at.getAddress())) {
      throw new IllegalArgumentException(
          at.getHostString()
              + ":"
              + at.getPort()
              + ": strangers may reach it (expected: a cluster secret, TLS, or a loopback"
              + " address)");
    }
  }

  static boolean isLoopback(InetAddress address) {
    return address != null && address.isLoopbackAddress();
  }

  /** The port at which it listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Whether another node has ever connected. */
  public boolean isReached() {
    return reached;
  }

  /** How many nodes' connections are open; each node has up to two. */
  public int connections() {
    return connections.size();
  }

  /** Ends all connections at once, and then has left the address to others. */
  @Override
  public void close() throws IOException {
    server.close();
    beginnings.forEach(Beginning::end);
    connections.forEach(each -> each.abort("the node has ended"));
    boolean interrupted = Thread.interrupted();
    while (accepting.isAlive()) {
      try {
        accepting.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        accept();
        accepts.succeeded();
      } catch (IOException | RuntimeException | Error e) {
        if (!server.isClosed()) {
          accepts.failed(e);
          // A failure that lasts, as a lack of file descriptors does, takes no core.
          UninterruptibleSleep.sleep(settings.time(), FAILURE_PAUSE);
        }
      }
    }
  }

  private void accept() throws IOException {
    Socket socket = server.accept();
    Beginning beginning = new Beginning(settings.time(), socket);
    try {
      long ofThisAddress =
          beginnings.stream()
              .filter(each -> socket.getInetAddress().equals(each.socket().getInetAddress()))
              .count();
      if (beginnings.size() >= BEGINNINGS_MAX || ofThisAddress >= BEGINNINGS_OF_ADDRESS_MAX) {
        throw new IOException("too many connections begin at once");
      }
      beginnings.add(beginning);
      settings.threads().newThread(() -> begin(beginning)).start();
    } catch (IOException | RuntimeException | Error e) {
      beginnings.remove(beginning);
      beginning.close();
      throw e;
    }
  }

  private void begin(Beginning beginning) {
    Socket socket = beginning.socket();
    try (beginning) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      Handshake.Session session =
          new Handshake(settings, in, socket.getOutputStream())
              .accept(other -> PeerTls.stranger(socket, other));
      AnsweringConnection connection =
          new AnsweringConnection(settings, socket, in, session, handler, connections::remove);
      connections.add(connection);
      reached = true;
      connection.start();
      beginning.succeeded();
      if (server.isClosed() || connections.size() > CONNECTIONS_MAX) {
        connection.abort("no more connections are taken");
      }
    } catch (IOException | RuntimeException | Error e) {
      refused(socket, e);
    } finally {
      beginnings.remove(beginning);
    }
  }

  /** Says so now and then, and nothing that a stranger can steer a log by. */
  private void refused(Socket socket, Throwable why) {
    long now = settings.time().nanoTime();
    long next = nextWordNanos.get();
    if (now - next >= 0 && nextWordNanos.compareAndSet(next, now + WORDS_NANOS)) {
      LOG.warn(
          "{}: is not taken as a peer: {}",
          socket.getRemoteSocketAddress(),
          String.valueOf(why.getMessage()).replaceAll("\\p{Cntrl}", "?"));
    }
  }
}
