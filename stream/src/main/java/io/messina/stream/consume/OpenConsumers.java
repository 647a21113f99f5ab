package io.messina.stream.consume;

import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The consumers of a node, which all end before the node does. Safe for use by many threads. */
public final class OpenConsumers implements AutoCloseable {

  private final ConsumerSite site;
  private final Lock lock = new ReentrantLock();
  private final Set<Consumer> open = new LinkedHashSet<>(); // under the lock
  private boolean closed; // under the lock

  public OpenConsumers(ConsumerSite site) {
    this.site = site;
  }

  /**
   * Begins to claim events of a group, on the shards that this process owns.
   *
   * @param group the group
   * @param handler called for each event
   * @param options how
   * @return to be closed; otherwise it ends with the node
   * @throws StreamException.Unavailable if the node is being closed
   */
  public Consumer claim(CatalogGroup group, OutputHandler handler, ConsumerOptions options) {
    ClaimConsumer consumer = new ClaimConsumer(site, group, handler, options, this::forget);
    add(consumer);
    consumer.start();
    return consumer;
  }

  /**
   * Begins to follow, for a group, the shards that this process owns.
   *
   * @param group the group
   * @param handler called for the events
   * @param options how
   * @return to be closed; otherwise it ends with the node
   * @throws StreamException.Unavailable if the node is being closed
   */
  public Consumer follow(CatalogGroup group, FollowHandler handler, FollowOptions options) {
    FollowConsumer consumer = new FollowConsumer(site, group, handler, options, this::forget);
    add(consumer);
    consumer.start();
    return consumer;
  }

  /** Closes all of them at the same time, and accepts no more. Waits for their handlers. */
  @Override
  public void close() {
    List<Thread> closing = new ArrayList<>();
    for (Consumer consumer : end()) {
      Thread thread = site.threads().newThread(consumer::close);
      thread.start();
      closing.add(thread);
    }
    closing.forEach(OpenConsumers::join);
  }

  private void add(Consumer consumer) {
    lock.lock();
    try {
      if (closed) {
        throw new StreamException.Unavailable("node: closed (expected: running)");
      }
      open.add(consumer);
    } finally {
      lock.unlock();
    }
  }

  private void forget(Consumer consumer) {
    lock.lock();
    try {
      open.remove(consumer);
    } finally {
      lock.unlock();
    }
  }

  private List<Consumer> end() {
    lock.lock();
    try {
      closed = true;
      return List.copyOf(open);
    } finally {
      lock.unlock();
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
