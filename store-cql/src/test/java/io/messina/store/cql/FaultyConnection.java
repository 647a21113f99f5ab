package io.messina.store.cql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between a driver and a database, and passes on what they send each other; or holds it, or
 * cuts all connections.
 */
final class FaultyConnection implements AutoCloseable {

  private static final byte[] END = new byte[0];

  private final ServerSocket server;
  private final InetSocketAddress database;
  private final Direction requests = new Direction();
  private final Direction answers = new Direction();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** One of the two directions. */
  private static final class Direction {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicLong bytes = new AtomicLong();
    private boolean held;

    void hold(boolean wanted) {
      lock.lock();
      try {
        held = wanted;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    void awaitPassing() {
      lock.lock();
      try {
        while (held) {
          changed.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private FaultyConnection(ServerSocket server, InetSocketAddress database) {
    this.server = server;
    this.database = database;
  }

  static FaultyConnection to(InetSocketAddress database) throws IOException {
    FaultyConnection connection =
        new FaultyConnection(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), database);
    Thread.ofVirtual().start(connection::accept);
    return connection;
  }

  /** What the driver is given in place of the database. */
  InetSocketAddress contactPoint() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /** Keeps what the driver sends from now on, also of connections that it gives up. */
  void holdRequests() {
    requests.hold(true);
  }

  /** Sends on what was kept. */
  void passRequests() {
    requests.hold(false);
  }

  /** Keeps what the database answers from now on. */
  void holdAnswers() {
    answers.hold(true);
  }

  /** Cuts all connections; what was held of them is lost. New ones pass. */
  void cut() {
    sockets.forEach(FaultyConnection::close);
    sockets.clear();
    answers.hold(false);
    requests.hold(false);
  }

  /** How many bytes the database has answered so far. */
  long answeredBytes() {
    return answers.bytes.get();
  }

  @Override
  public void close() {
    close(server);
    cut();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket driver = server.accept();
        Socket node = new Socket(database.getAddress(), database.getPort());
        sockets.addAll(List.of(driver, node));
        pass(driver, node, requests);
        pass(node, driver, answers);
      } catch (IOException e) {
        // Closed, or the database is away: the driver notices.
      }
    }
  }

  /** Reads on while holding, so that nothing is lost of a connection that its other end closes. */
  private static void pass(Socket from, Socket to, Direction direction) {
    BlockingQueue<byte[]> read = new LinkedBlockingQueue<>();
    Thread.ofVirtual().start(() -> read(from, read, direction));
    Thread.ofVirtual().start(() -> write(to, read, direction));
  }

  private static void read(Socket from, BlockingQueue<byte[]> read, Direction direction) {
    byte[] buffer = new byte[64 * 1024];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        direction.bytes.addAndGet(count);
        read.add(Arrays.copyOf(buffer, count));
      }
    } catch (IOException e) {
      // As at the end of the stream.
    }
    read.add(END);
  }

  private static void write(Socket to, BlockingQueue<byte[]> read, Direction direction) {
    try {
      OutputStream out = to.getOutputStream();
      for (byte[] bytes = read.take(); bytes.length > 0; bytes = read.take()) {
        direction.awaitPassing();
        out.write(bytes);
      }
      to.shutdownOutput();
    } catch (IOException | InterruptedException e) {
      close(to);
    }
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // It is of no use any more in any case.
    }
  }
}
