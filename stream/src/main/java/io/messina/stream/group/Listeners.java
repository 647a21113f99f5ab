package io.messina.stream.group;

import io.messina.runtime.NodeTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners that are called when events may be ready. Safe for use by many threads. */
final class Listeners {

  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  /** A reference of its own for each: a listener that is added twice is called twice. */
  private final List<AtomicReference<Runnable>> registrations = new CopyOnWriteArrayList<>();

  NodeTime.Cancellation add(Runnable listener) {
    AtomicReference<Runnable> registration = new AtomicReference<>(listener);
    registrations.add(registration);
    return () -> registrations.remove(registration);
  }

  boolean isAny() {
    return !registrations.isEmpty();
  }

  void call() {
    registrations.forEach(registration -> call(registration.get()));
  }

  private static void call(Runnable listener) {
    try {
      listener.run();
    } catch (RuntimeException e) {
      LOG.error("a listener failed", e);
    }
  }
}
