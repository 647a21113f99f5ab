package io.messina.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Stands before a database that others use too, and may hang, or refuse who comes. */
final class Relay implements AutoCloseable {

  private final ServerSocket listening;
  private final InetSocketAddress database;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Whoever passes a piece on holds it meanwhile; as many as there may be. */
  private final Semaphore passing = new Semaphore(Integer.MAX_VALUE);

  private volatile boolean refuses;

  private Relay(InetSocketAddress database) throws IOException {
    this.database = database;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static Relay before(InetSocketAddress database) throws IOException {
    Relay relay = new Relay(database);
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  /** Nothing gets through, in either direction; connections stay. */
  void hang() {
    passing.acquireUninterruptibly(Integer.MAX_VALUE);
  }

  void goOn() {
    passing.release(Integer.MAX_VALUE);
  }

  /** As one that was killed. */
  void refuse() {
    refuses = true;
    open.forEach(Relay::close);
  }

  void takeAgain() {
    refuses = false;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        if (refuses) {
          client.close();
          continue;
        }
        Socket server = new Socket(database.getAddress(), database.getPort());
        open.add(client);
        open.add(server);
        Thread.ofVirtual().start(() -> pass(client, server));
        Thread.ofVirtual().start(() -> pass(server, client));
      }
    } catch (IOException e) {
      close(listening);
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] bytes = new byte[8192];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        passing.acquireUninterruptibly();
        try {
          out.write(bytes, 0, read);
        } finally {
          passing.release();
        }
      }
    } catch (IOException e) {
      // Whoever waits for the other side sees it closed.
    }
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    close(listening);
    open.forEach(Relay::close);
  }
}
