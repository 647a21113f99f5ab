package io.messina.connectors.smtp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The connections to a mail server. A thread that has entered may have one, either one that is at
 * rest or, if none is, a new one: so there are never more than threads that may enter.
 */
final class SmtpPool {

  private final Semaphore entrances;
  private final Duration idleTimeout;
  private final Clock clock;

  // Guarded by this
  private final Deque<SmtpConnection> idle = new ArrayDeque<>();
  private final Set<Socket> sockets = new HashSet<>();
  private boolean isClosed;

  SmtpPool(int connectionsMax, Duration idleTimeout, Clock clock) {
    this.entrances = new Semaphore(connectionsMax, true);
    this.idleTimeout = idleTimeout;
    this.clock = clock;
  }

  /**
   * Waits until it may have a connection.
   *
   * @return false if that took too long
   */
  boolean enter(Duration patience) throws InterruptedException {
    return entrances.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Lets the next one in. */
  void leave() {
    entrances.release();
  }

  /** Takes the connection that was used last, unless it has been at rest for too long. */
  Optional<SmtpConnection> take() {
    Optional<SmtpConnection> taken;
    synchronized (this) {
      taken = Optional.ofNullable(idle.pollFirst());
    }
    if (taken.isPresent() && taken.get().usedAt().isBefore(oldest())) {
      cut(taken.get().socket());
      return Optional.empty();
    }
    return taken;
  }

  /** Puts a connection to rest. */
  void keep(SmtpConnection connection) {
    connection.usedAt(clock.instant());
    synchronized (this) {
      if (!isClosed) {
        idle.addFirst(connection);
        return;
      }
    }
    cut(connection.socket());
  }

  /**
   * Notes a socket that is about to be connected.
   *
   * @throws SocketException if the pool is closed
   */
  synchronized void opened(Socket socket) throws SocketException {
    if (isClosed) {
      throw new SocketException("the connector is closed");
    }
    sockets.add(socket);
  }

  /** Ends a connection at once. */
  void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
    synchronized (this) {
      sockets.remove(socket);
    }
  }

  /** Ends connections that have been at rest for too long. */
  void closeIdle() {
    Instant oldest = oldest();
    List<SmtpConnection> tooOld = new ArrayList<>();
    synchronized (this) {
      while (!idle.isEmpty() && idle.peekLast().usedAt().isBefore(oldest)) {
        tooOld.add(idle.pollLast());
      }
    }
    tooOld.forEach(this::quit);
  }

  /** Ends all connections, also those in use. */
  void close() {
    List<SmtpConnection> atRest;
    List<Socket> inUse;
    synchronized (this) {
      isClosed = true;
      atRest = List.copyOf(idle);
      idle.clear();
      atRest.forEach(connection -> sockets.remove(connection.socket()));
      inUse = List.copyOf(sockets);
    }
    inUse.forEach(this::cut);
    atRest.forEach(this::quit);
  }

  private Instant oldest() {
    return clock.instant().minus(idleTimeout);
  }

  private void quit(SmtpConnection connection) {
    connection.quit();
    cut(connection.socket());
  }
}
