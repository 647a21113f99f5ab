package io.messina.server.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server as its clients see it until it is killed: its last answer is lost with its connections,
 * and nothing listens at its port afterwards.
 */
final class MortalRelay implements AutoCloseable {

  private static final String ANSWER = "HTTP/1.1 ";
  private static final int BYTES_MAX = 64 << 10;

  private final URI server;
  private final int answersMax;
  private final ServerSocket listener;
  private final AtomicInteger answers = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Passes on so many answers of a server to requests, and loses the next one. */
  MortalRelay(String url, int answersMax) throws IOException {
    this.server = URI.create(url);
    this.answersMax = answersMax;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** Whether it has lost an answer. */
  boolean isDead() {
    return answers.get() > answersMax;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        sockets.add(client);
        Socket behind = new Socket(server.getHost(), server.getPort());
        sockets.add(behind);
        if (isDead()) {
          close();
          return;
        }
        threads.execute(() -> pass(client, behind, false));
        threads.execute(() -> pass(behind, client, true));
      }
    } catch (IOException _) {
      close();
    }
  }

  private void pass(Socket from, Socket to, boolean areAnswers) {
    byte[] bytes = new byte[BYTES_MAX];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (areAnswers && isAnswer(bytes, n) && answers.incrementAndGet() > answersMax) {
          close();
          return;
        }
        out.write(bytes, 0, n);
      }
    } catch (IOException _) {
      // One of the two has gone, and so does the other.
    }
  }

  /** Requests of a connection wait for each other, so an answer begins what is read. */
  private static boolean isAnswer(byte[] bytes, int length) {
    return new String(bytes, 0, Math.min(length, ANSWER.length()), StandardCharsets.US_ASCII)
        .equals(ANSWER);
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    threads.shutdown();
  }
}
