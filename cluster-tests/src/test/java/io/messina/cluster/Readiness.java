package io.messina.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Looks again and again whether a server is ready, as a balancer does. */
final class Readiness implements AutoCloseable {

  private static final Duration EVERY = Duration.ofMillis(200);
  private static final Duration MOST = Duration.ofSeconds(1);

  private final String url;
  private volatile boolean ready;
  private volatile boolean closed;

  private Readiness(String url) {
    this.url = url;
  }

  static Readiness of(String url) {
    Readiness readiness = new Readiness(url);
    Thread.ofPlatform().daemon().name("readiness").start(readiness::look);
    return readiness;
  }

  boolean isReady() {
    return ready;
  }

  @Override
  public void close() {
    closed = true;
  }

  private void look() {
    try (Caller.Connection connection = new Caller.Connection(url)) {
      while (!closed) {
        ready = connection.send("GET", "/health/ready", "", "", MOST).isGood();
        LockSupport.parkNanos(EVERY.toNanos());
      }
    }
  }
}
