package io.messina.stream.group;

import io.messina.runtime.NodeTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners that are called when events may be ready. Safe for use by many threads. */
final class Listeners {

  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private final List<Registration> registrations = new CopyOnWriteArrayList<>();

  /** One registration; a listener that is added twice has two. */
  private final class Registration implements NodeTime.Cancellation {

    private final Runnable listener;

    Registration(Runnable listener) {
      this.listener = listener;
    }

    @Override
    public void cancel() {
      registrations.remove(this);
    }
  }

  NodeTime.Cancellation add(Runnable listener) {
    Registration registration = new Registration(listener);
    registrations.add(registration);
    return registration;
  }

  boolean isAny() {
    return !registrations.isEmpty();
  }

  void call() {
    registrations.forEach(registration -> call(registration.listener));
  }

  private static void call(Runnable listener) {
    try {
      listener.run();
    } catch (RuntimeException e) {
      LOG.error("a listener failed", e);
    }
  }
}
