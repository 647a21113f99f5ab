package io.messina.bench.messages;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A provider on a port of this machine that counts the messages it takes. It shares the cores with
 * the code under measurement, so it reads no more than it needs to.
 */
abstract class Peer implements AutoCloseable {

  private static final int BACKLOG = 1_000;

  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final LongAdder taken = new LongAdder();

  Peer() throws IOException {
    this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /** Begins to take connections. */
  final void listen() {
    var _ = Thread.ofVirtual().start(this::accept);
  }

  final int port() {
    return listener.getLocalPort();
  }

  /** Returns the number of messages taken. */
  final long taken() {
    return taken.sum();
  }

  final void take() {
    taken.increment();
  }

  /** Serves one connection until the other side ends it. */
  abstract void serve(InputStream in, OutputStream out) throws IOException, InterruptedException;

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        var _ = Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // It is closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      serve(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
    } catch (IOException e) {
      // The other side has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public final void close() throws IOException {
    listener.close();
    for (Socket each : open) {
      each.close();
    }
  }

  /** A line without its end; empty at the end of all. */
  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
