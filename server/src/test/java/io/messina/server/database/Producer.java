package io.messina.server.database;

import io.messina.server.RunningNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Appends one event after the other, and remembers which were acknowledged. */
final class Producer implements AutoCloseable {

  /** Leaves the cores to the database, which has to come up beside. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final Duration PAUSE_REFUSED = Duration.ofMillis(100);
  private static final int REFUSED = 503;
  private static final int ACCEPTED = 202;

  private final RunningNode server;
  private final int number;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong slowestNanos = new AtomicLong();
  private final Thread thread;
  private volatile boolean refused;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;

  private Producer(RunningNode server, int number) {
    this.server = server;
    this.number = number;
    this.thread = Thread.ofVirtual().unstarted(this::run);
  }

  static Producer start(RunningNode server, int number) {
    Producer producer = new Producer(server, number);
    producer.thread.start();
    return producer;
  }

  Set<String> acknowledged() {
    return acknowledged;
  }

  /** Whether its last event was refused. */
  boolean isRefused() {
    return refused;
  }

  Duration slowest() {
    return Duration.ofNanos(slowestNanos.get());
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (failure != null) {
      throw new AssertionError("producer " + number, failure);
    }
  }

  private void run() {
    try {
      for (int i = 0; !closed; i++) {
        append("{\"k\":\"" + number + "\",\"n\":" + i + "}");
      }
    } catch (IOException | InterruptedException | AssertionError e) {
      failure = e;
    }
  }

  private void append(String event) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    HttpResponse<String> answer = server.send("POST", "/v1/streams/s/events", event);
    slowestNanos.accumulateAndGet(System.nanoTime() - begun, Math::max);
    refused = answer.statusCode() == REFUSED;
    if (answer.statusCode() == ACCEPTED) {
      acknowledged.add(event);
      Thread.sleep(PAUSE);
    } else if (!refused || answer.headers().firstValue("retry-after").isEmpty()) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    } else {
      Thread.sleep(PAUSE_REFUSED);
    }
  }
}
