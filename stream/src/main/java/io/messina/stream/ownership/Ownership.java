package io.messina.stream.ownership;

import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Incarnation;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a process a member of its cluster, and an owner of its part of the shards: takes those that
 * it should own, hands over those that others should, and loses all where it has been silent for
 * too long; then it returns as a new incarnation.
 *
 * <p>Members beat, shards do not: while nothing moves the cost is one plain write and one scan of
 * members per process and second, whatever the number of shards.
 */
public final class Ownership implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);
  private static final Duration STEP = Duration.ofMillis(100);

  /** So that what ends each incarnation at once does not make them by the thousand. */
  private static final Duration INCARNATION_MIN = Duration.ofSeconds(1);

  /** How many incarnations that it was before a process can depose at once. */
  private static final int FORMERS_MAX = 16;

  private final LogOnce steps = new LogOnce(LOG, "shards cannot be shared out");
  private final OwnershipSite site;
  private final OwnershipOptions options;
  private final Rules rules;
  private final KnownShards shards;
  private final ShardListener listener;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean closing;
  private volatile OwnershipSession session;

  /**
   * An ownership that has not begun.
   *
   * @param site where it works
   * @param options how owners are found to be alive
   * @param shards all shards there are
   * @param listener what works on owned shards
   */
  public Ownership(
      OwnershipSite site, OwnershipOptions options, KnownShards shards, ShardListener listener) {
    this(site, options, shards, listener, new Rules());
  }

  Ownership(
      OwnershipSite site,
      OwnershipOptions options,
      KnownShards shards,
      ShardListener listener,
      Rules rules) {
    this.site = site;
    this.options = options;
    this.rules = rules;
    this.shards = shards;
    this.listener = listener;
    this.session =
        new OwnershipSession(site, options, rules, shards, listener, OwnershipSession.Former.NONE);
  }

  /** Begins, on threads of its own. To be called once. */
  public void start() {
    site.start(this::run);
  }

  /**
   * Who the process is now.
   *
   * @return the current incarnation
   */
  public Incarnation incarnation() {
    return session.membership().incarnation();
  }

  /**
   * Hands all shards over and leaves the cluster. Where the store does not answer it gives up when
   * the lease is over: then it has lost them. Waits until that is done.
   */
  @Override
  public void close() {
    closing = true;
    ended.join();
  }

  private void run() {
    Deque<Incarnation> formers = new ArrayDeque<>();
    try {
      while (true) {
        long begunNanos = site.time().nanoTime();
        Collection<ShardId> lost = serve();
        if (closing) {
          return;
        }
        UninterruptibleSleep.until(site.time(), begunNanos + INCARNATION_MIN.toNanos());
        if (session.membership().hasBeaten()) {
          formers.addLast(incarnation());
        }
        if (formers.size() > FORMERS_MAX) {
          formers.removeFirst();
        }
        session =
            new OwnershipSession(
                site,
                options,
                rules,
                shards,
                listener,
                new OwnershipSession.Former(List.copyOf(formers), lost));
      }
    } finally {
      ended.complete(null);
    }
  }

  private void step(OwnershipSession current) {
    try {
      current.step();
      steps.succeeded();
    } catch (RuntimeException e) {
      steps.failed(e);
    }
  }

  /** One incarnation; returns which shards it lost. */
  private Collection<ShardId> serve() {
    OwnershipSession current = session;
    try {
      stepOn(current);
      if (current.hasLeft()) {
        current.membership().end();
      }
    } catch (Error e) {
      LOG.error("Shards cannot be shared out; all are lost, and taken again", e);
      current.membership().end();
    }
    return current.loseAll();
  }

  private void stepOn(OwnershipSession current) {
    current.start();
    boolean leaving = false;
    while (!current.membership().isLost() && !current.hasLeft()) {
      if (closing && !leaving) {
        leaving = true;
        current.leave();
      }
      step(current);
      UninterruptibleSleep.sleep(site.time(), STEP);
    }
  }
}
