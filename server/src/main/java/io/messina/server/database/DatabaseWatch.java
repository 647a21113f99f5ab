package io.messina.server.database;

import io.messina.runtime.LogOnce;
import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a database every second whether it answers. A question does not wait for the one before, so
 * that one node that hangs, while others answer, is no silence. Safe for use by many threads.
 */
final class DatabaseWatch implements AutoCloseable {

  /** The time without an answer after which the database counts as silent. */
  static final Duration SILENT = Duration.ofSeconds(4);

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final int QUESTIONS_MAX = 8;

  private final LogOnce silence =
      new LogOnce(LOG, "the database does not answer, requests are refused");
  private final Runnable question;
  private final NodeTime time;
  private final ThreadFactory threads;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile long answeredNanos;
  private volatile String failure = "";
  private volatile boolean closed;

  /**
   * A watch that has not begun; until it has been silent for a while, all is well.
   *
   * @param question a cheap read that throws if there is no answer
   * @param threads makes virtual threads
   */
  DatabaseWatch(Runnable question, NodeTime time, ThreadFactory threads) {
    this.question = question;
    this.time = time;
    this.threads = threads;
    this.answeredNanos = time.nanoTime();
  }

  void start() {
    threads.newThread(this::watch).start();
  }

  /** The trouble of the database, from memory. */
  Optional<String> trouble() {
    Duration silent = Duration.ofNanos(time.nanoTime() - answeredNanos);
    return silent.compareTo(SILENT) < 0
        ? Optional.empty()
        : Optional.of(
            "it has not answered for "
                + silent.toSeconds()
                + " s, requests are refused until it does"
                + failure);
  }

  /** Stops asking. */
  @Override
  public void close() {
    closed = true;
  }

  private void watch() {
    while (!closed) {
      if (underWay.get() < QUESTIONS_MAX) {
        underWay.incrementAndGet();
        threads.newThread(this::ask).start();
      }
      UninterruptibleSleep.sleep(time, EVERY);
    }
  }

  private void ask() {
    try {
      question.run();
      answeredNanos = time.nanoTime();
      failure = "";
      silence.succeeded();
    } catch (RuntimeException e) {
      failure = ": " + e.getMessage();
      if (!closed && trouble().isPresent()) {
        silence.failed(e);
      }
    } finally {
      underWay.decrementAndGet();
    }
  }
}
