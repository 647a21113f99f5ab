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

  private final Duration timeMax;
  private final Map<Thread, Long> begunNanos = new ConcurrentHashMap<>(); // those that read headers
  private final Thread thread;

  /** Watches until it is closed, on a thread of its own. */
  HeaderWatch(Duration timeMax) {
    this.timeMax = timeMax;
    this.thread = Thread.ofVirtual().name("headers").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(timeMax.dividedBy(4));
        long now = System.nanoTime();
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

  @Override
  public void close() {
    thread.interrupt();
  }
}
