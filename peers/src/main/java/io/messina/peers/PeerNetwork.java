package io.messina.peers;

import io.messina.stream.owner.PeerException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The connections of a node to others, made when they are needed: two to each node, so that small
 * requests do not wait behind large ones. Safe for use by many threads.
 */
public final class PeerNetwork implements AutoCloseable {

  private static final int CONNECT_MILLIS_MAX = 2_000;

  /** The pause after a failed connection. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final PeerSettings settings;
  private final Map<Way, Place> places = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Which of the two connections a request takes. */
  public enum Weight {
    /** Events and pages. */
    BULK,
    /** Claims, acks, and other small requests. */
    LIGHT
  }

  /** How long a request may be, in bytes. */
  public static final int REQUEST_BYTES_MAX = AskingConnection.REQUEST_BYTES_MAX;

  private record Way(String address, Weight weight) {}

  /** An open connection, or one that is being made, or the reason of the last failure. */
  private static final class Place {

    private CompletableFuture<AskingConnection> connection =
        CompletableFuture.failedFuture(new PeerException("never connected", false));
    private long madeNanos;
    private boolean isNew = true;
    private boolean forgotten;
  }

  /**
   * Without connections as yet.
   *
   * @param settings of this node
   */
  public PeerNetwork(PeerSettings settings) {
    this.settings = settings;
  }

  /**
   * Asks a node, over an open connection or a new one, for which the caller waits.
   *
   * @param address of the node, {@code host:port}
   * @param weight which connection
   * @param request at most {@link #REQUEST_BYTES_MAX}
   * @param within how long the answer may take
   * @return the answer; exceptionally {@link io.messina.runtime.RequestException.Overloaded} if too
   *     much waits for the node, or at it, or a {@link PeerException}. It is completed by a thread
   *     that other answers wait for, so dependent stages must not block. Cancelling it tells the
   *     node that nobody waits
   * @throws InterruptedException if the caller is interrupted before the request is on its way
   */
  public CompletableFuture<byte[]> ask(
      String address, Weight weight, byte[] request, Duration within) throws InterruptedException {
    if (request.length > REQUEST_BYTES_MAX) {
      throw new IllegalArgumentException(
          "request: " + request.length + " bytes (expected: at most " + REQUEST_BYTES_MAX + ")");
    }
    long untilNanos = settings.time().nanoTime() + within.toNanos();
    try {
      return connection(new Way(address, weight))
          .get(within.toNanos(), TimeUnit.NANOSECONDS)
          .ask(request, untilNanos);
    } catch (ExecutionException e) {
      return CompletableFuture.failedFuture(Objects.requireNonNull(e.getCause()));
    } catch (TimeoutException e) {
      return CompletableFuture.failedFuture(
          new PeerException(address + ": could not be reached in " + within, false));
    }
  }

  /**
   * Connects to a node, unless that is done already, and waits until both know each other.
   *
   * @param address of the node
   * @throws PeerException if they do not
   * @throws InterruptedException if the caller is interrupted
   */
  public void reach(String address) throws InterruptedException {
    try {
      var _ = connection(new Way(address, Weight.LIGHT)).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PeerException why
          ? why
          : new PeerException(address + ": " + e.getCause(), false);
    }
  }

  /** Ends all connections at once. */
  @Override
  public void close() {
    closed = true;
    places.values().forEach(place -> end(place, "this node has ended"));
  }

  /**
   * Ends the connections to a node that is no member any more.
   *
   * @param address of the node
   */
  public void forget(String address) {
    for (Weight weight : Weight.values()) {
      Optional.ofNullable(places.remove(new Way(address, weight)))
          .ifPresent(place -> end(place, "it is no member any more"));
    }
  }

  /** Also one that is being made. */
  private static void end(Place place, String why) {
    CompletableFuture<AskingConnection> there;
    synchronized (place) {
      place.forgotten = true;
      there = place.connection;
    }
    var _ = there.thenAccept(connection -> connection.abort(why));
  }

  /** A separate thread connects, so that no caller's interrupt ends it for the others. */
  private CompletableFuture<AskingConnection> connection(Way way) {
    Place place = places.computeIfAbsent(way, _ -> new Place());
    CompletableFuture<AskingConnection> made;
    synchronized (place) {
      long now = settings.time().nanoTime();
      if (closed || place.forgotten) {
        return CompletableFuture.failedFuture(
            new PeerException(way.address() + ": is not asked any more", false));
      }
      if (!place.isNew && (isGood(place.connection) || now - place.madeNanos < REST_NANOS)) {
        return place.connection;
      }
      made = new CompletableFuture<>();
      place.connection = made;
      place.madeNanos = now;
      place.isNew = false;
    }
    try {
      settings.threads().newThread(() -> connect(way.address(), made)).start();
    } catch (RuntimeException | Error e) {
      made.completeExceptionally(unreached(way.address(), e));
    }
    return made;
  }

  /** Whether it is open, or being made. */
  private static boolean isGood(CompletableFuture<AskingConnection> connection) {
    return !connection.isDone()
        || (!connection.isCompletedExceptionally() && connection.join().end().isEmpty());
  }

  private void connect(String address, CompletableFuture<AskingConnection> made) {
    try {
      made.complete(connected(address));
    } catch (IOException | RuntimeException | Error e) {
      made.completeExceptionally(unreached(address, e));
    }
  }

  private static PeerException unreached(String address, Throwable why) {
    return new PeerException(address + ": cannot be reached: " + why.getMessage(), false);
  }

  private AskingConnection connected(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, Math.max(0, colon));
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Beginning beginning = new Beginning(settings.time(), new Socket())) {
      Socket socket = beginning.socket();
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS_MAX);
      if (!settings.trusts() && !PeerListener.isLoopback(socket.getInetAddress())) {
        throw new IOException("it is on another machine, and there is neither a secret nor TLS");
      }
      socket.setTcpNoDelay(true);
      Socket spoken =
          settings.tls().isPresent()
              ? PeerTls.connected(settings.tls().get(), socket, host, port)
              : socket;
      DataInputStream in = new DataInputStream(new BufferedInputStream(spoken.getInputStream()));
      Handshake.Session session =
          new Handshake(settings, in, spoken.getOutputStream()).connect(address);
      AskingConnection connection = new AskingConnection(settings, spoken, in, session);
      connection.start();
      beginning.succeeded();
      return connection;
    }
  }
}
