package io.messina.server.http;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends connections on which the headers of a request do not arrive in time, as {@link BodyWatch}
 * does for bodies. Helidon ends those on which no first line arrives, together with idle ones. Safe
 * for use by many threads.
 */
final class HeaderWatch implements Http1ConnectionListener, AutoCloseable {

  /** Connections that end without all headers are held for no longer. */
  private static final Duration TICK_MAX = Duration.ofSeconds(1);

  private final Duration timeMax;
  private final Map<Thread, Long> begunNanos = new ConcurrentHashMap<>(); // those that read headers
  private final Thread thread;

  /** Watches until it is closed, on a thread of its own. */
  HeaderWatch(Duration timeMax) {
    this.timeMax = timeMax;
    this.thread = Thread.ofVirtual().name("headers").start(this::run);
  }

  private void run() {
    Duration part = timeMax.dividedBy(4);
    Duration tick = part.compareTo(TICK_MAX) < 0 ? part : TICK_MAX;
    try {
      while (true) {
        Thread.sleep(tick);
        long now = System.nanoTime();
        // Helidon does not say that a connection has ended, but with it ends its thread.
        begunNanos.keySet().removeIf(reader -> !reader.isAlive());
        begunNanos.forEach((reader, begun) -> check(reader, begun, now));
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  /** Whoever removes it decides: a reader that has all headers in time is not interrupted. */
  private void check(Thread reader, long begun, long now) {
    if (now - begun > timeMax.toNanos() && begunNanos.remove(reader, begun)) {
      reader.interrupt();
    }
  }

  /** The first line has arrived. */
  @Override
  public void prologue(ConnectionContext context, HttpPrologue prologue) {
    begunNanos.put(Thread.currentThread(), System.nanoTime());
  }

  /** All headers have arrived. */
  @Override
  public void headers(ConnectionContext context, Headers headers) {
    if (begunNanos.remove(Thread.currentThread()) == null) {
      throw new CloseConnectionException("the headers have come too late");
    }
  }

  /** How many connections it watches, those among them that have just ended. */
  int watched() {
    return begunNanos.size();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
