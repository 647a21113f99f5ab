package io.messina.connectors.smpp;

import io.messina.api.Backoff;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.connectors.ConnectorTime;
import io.messina.connectors.Secret;
import io.messina.connectors.SendResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jsmpp.bean.BindType;
import org.jsmpp.extra.SessionState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bind that is made again whenever it is lost, after a wait that grows with each failure in a
 * row. Safe for use by many threads.
 */
final class SmscBind implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SmscBind.class);
  private static final Backoff BACKOFF = Backoff.DEFAULT;

  private final SmppOptions options;
  private final BindType type;
  private final Supplier<Secret> password;
  private final ReceiptDesk desk;
  private final ConnectorTime time;
  private final SplittableRandom random; // under the lock
  private final ThrottlePause pause;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile @Nullable SmscSession live; // written under the lock
  private volatile String hindrance = "not bound yet";
  private volatile boolean works; // the message centre answers on this bind, or did
  private volatile boolean closed; // written under the lock
  private int failures; // under the lock
  private long boundNanos; // under the lock

  SmscBind(
      SmppOptions options,
      BindType type,
      Supplier<Secret> password,
      ReceiptDesk desk,
      ConnectorTime time,
      SplittableRandom random) {
    this.options = options;
    this.type = type;
    this.password = password;
    this.desk = desk;
    this.time = time;
    this.random = random.split();
    this.pause = new ThrottlePause(BACKOFF, time, random.split());
  }

  /** Begins to bind, without waiting for it. To be called once. */
  void start() {
    Thread.ofVirtual().name("smpp-bind").start(this::connect);
  }

  /** Whether a submit would be handed over now, or as soon as there is room in the window. */
  boolean isReady() {
    return isBound() && pause.remaining().isEmpty();
  }

  /** Whether the message centre listens. */
  boolean isBound() {
    SmscSession session = live;
    return session != null && session.isUsable();
  }

  /** Waits until it is bound; false if it is not when the time is over. */
  boolean awaitBound(Duration most) throws InterruptedException {
    long leftNanos = most.toNanos();
    lock.lock();
    try {
      while (!isBound() && leftNanos > 0 && !closed) {
        leftNanos = changed.awaitNanos(leftNanos);
      }
      return isBound();
    } finally {
      lock.unlock();
    }
  }

  /** Submits once, and waits for the answer. */
  SendResult submit(Submission submission, Deadline deadline) {
    SmscSession session = live;
    if (session == null) {
      return unbound();
    }
    Optional<Duration> before = pause.remaining();
    if (before.isPresent()) {
      return throttled(before.get());
    }
    try {
      if (!session.window().tryAcquire(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        return new SendResult.Failed("window", "no answer made room within the time-out");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new SendResult.Failed("interrupted", "interrupted before it was handed over");
    }
    Optional<Duration> since = pause.remaining(); // a pause may have begun during the wait
    if (since.isPresent()) {
      session.window().release();
      return throttled(since.get());
    }
    return exchange(session, submission, deadline);
  }

  @Override
  public void close() {
    SmscSession session;
    lock.lock();
    try {
      closed = true;
      session = live;
      live = null;
      hindrance = "closed";
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (session != null) {
      session.leave();
    }
  }

  private SendResult exchange(SmscSession session, Submission submission, Deadline deadline) {
    long nowNanos = time.nanoTime();
    PendingSubmit pending = session.submit(submission, answer -> answered(answer, nowNanos));
    SendResult result = pending.await(deadline.left());
    if (pending.isBeingWritten()) {
      time.schedule(options.limits().transactionTimer(), () -> closeIfStuck(session, pending));
    }
    return result;
  }

  /**
   * Closes a session whose write hangs: the library would wait for ever, and so would all other
   * submits behind it; those fail.
   */
  private static void closeIfStuck(SmscSession session, PendingSubmit pending) {
    if (pending.isBeingWritten()) {
      LOG.warn("The message centre reads nothing; its connection is closed");
      session.close();
    }
  }

  private SendResult answered(SendResult answer, long submittedNanos) {
    works = true;
    if (answer instanceof SendResult.Throttled) {
      return throttled(pause.throttled(submittedNanos));
    }
    pause.passed(submittedNanos);
    return answer;
  }

  private static SendResult throttled(Duration left) {
    return new SendResult.Throttled(Optional.of(left), "the message centre throttles this bind");
  }

  private SendResult unbound() {
    return new SendResult.Failed("connect", hindrance);
  }

  private void connect() {
    if (closed) {
      return;
    }
    SmscSession session = new SmscSession(options, desk);
    session.addSessionStateListener(
        (now, before, source) -> {
          if (now == SessionState.CLOSED || now == SessionState.UNBOUND) {
            lose(session);
          }
        });
    try {
      session.bind(options, type, password.get().text());
      stand(session);
    } catch (IOException | RuntimeException e) {
      retry("cannot bind: " + e.getMessage());
    }
  }

  private void stand(SmscSession session) {
    lock.lock();
    try {
      if (!closed) {
        live = session;
        works = false;
        boundNanos = time.nanoTime();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (closed) {
      session.leave();
    } else if (session.isUsable()) {
      LOG.info("Bound to {}:{}", options.host(), options.port());
    } else {
      lose(session);
    }
  }

  private void lose(SmscSession session) {
    lock.lock();
    try {
      if (live != session) {
        return;
      }
      live = null;
      if (works || time.nanoTime() - boundNanos >= BACKOFF.longest().toNanos()) {
        failures = 0;
      }
    } finally {
      lock.unlock();
    }
    // The library may hold its own lock here
    Thread.ofVirtual().name("smpp-close").start(session::close);
    retry("the bind was lost");
  }

  private void retry(String reason) {
    long delayMillis;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      failures++;
      hindrance = reason;
      delayMillis = BACKOFF.delayMillis(failures, random);
      if (failures == 1) {
        LOG.warn("{}:{}: {}", options.host(), options.port(), reason);
      }
    } finally {
      lock.unlock();
    }
    time.schedule(Duration.ofMillis(delayMillis), this::connect);
  }
}
