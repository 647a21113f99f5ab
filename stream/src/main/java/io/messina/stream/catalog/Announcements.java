package io.messina.stream.catalog;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners the newest value, by one thread at a time and under no lock. Values that change
 * while listeners are called are announced together, so a slow listener makes nothing pile up.
 *
 * @param <V> the type of the value
 */
final class Announcements<V> {

  private static final Logger LOG = LoggerFactory.getLogger(Announcements.class);

  private final ThreadFactory threads;
  private final Supplier<V> newest;
  private final List<Consumer<V>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger untold = new AtomicInteger();
  private volatile boolean closed;

  Announcements(ThreadFactory threads, Supplier<V> newest) {
    this.threads = threads;
    this.newest = newest;
  }

  void add(Consumer<V> listener) {
    listeners.add(listener);
  }

  /** There is a newer value. Does not wait for the listeners. */
  void announce() {
    if (untold.getAndIncrement() == 0) {
      threads.newThread(this::tell).start();
    }
  }

  /** Stops calling listeners. */
  void close() {
    closed = true;
  }

  private void tell() {
    int told;
    do {
      told = untold.get();
      V news = newest.get();
      listeners.forEach(listener -> tell(listener, news));
    } while (untold.addAndGet(-told) > 0);
  }

  private void tell(Consumer<V> listener, V news) {
    try {
      if (!closed) {
        listener.accept(news);
      }
    } catch (RuntimeException e) {
      LOG.error("A listener to definitions failed; it may act by what was before.", e);
    }
  }
}
