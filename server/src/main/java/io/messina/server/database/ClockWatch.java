package io.messina.server.database;

import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.server.http.HealthCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the clocks of a database with that of this machine every minute. It reports clocks that
 * are far apart and refuses nothing: reads may be old, but no event is lost.
 */
final class ClockWatch implements HealthCheck, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofSeconds(1);

  private final Supplier<Optional<String>> examination;
  private final NodeTime time;
  private final ThreadFactory threads;
  private volatile String note = "ok";
  private volatile boolean closed;

  /**
   * A watch that has not begun.
   *
   * @param examination gives a sentence if clocks are too far apart
   * @param threads makes virtual threads
   */
  ClockWatch(Supplier<Optional<String>> examination, NodeTime time, ThreadFactory threads) {
    this.examination = examination;
    this.time = time;
    this.threads = threads;
  }

  void start() {
    threads.newThread(this::watch).start();
  }

  @Override
  public String name() {
    return "clocks";
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  public void close() {
    closed = true;
  }

  private void watch() {
    long next = time.nanoTime();
    while (!closed) {
      if (time.nanoTime() - next >= 0) {
        examine();
        next = time.nanoTime() + EVERY.toNanos();
      }
      UninterruptibleSleep.sleep(time, STEP);
    }
  }

  private void examine() {
    try {
      String found = examination.get().map(sentence -> "warning: " + sentence).orElse("ok");
      if (!found.equals("ok") && note.equals("ok")) {
        LOG.warn("Clocks are too far apart for what is read to be new: {}", found);
      }
      note = found;
    } catch (RuntimeException e) {
      LOG.debug("clocks cannot be compared now", e);
    }
  }
}
