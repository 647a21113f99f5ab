package io.messina.cli.serve;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Open resources, closed in the reverse order, each once. For use by many threads. */
public final class OpenThings implements AutoCloseable {

  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Nothing is open yet. */
  public OpenThings() {}

  /**
   * One more.
   *
   * @param thing just opened
   * @param <T> of the thing
   * @return the same
   */
  public <T extends AutoCloseable> T add(T thing) {
    synchronized (open) {
      open.push(thing);
    }
    return thing;
  }

  /** Closes all, also if one cannot be closed; the first failure is thrown at the end. */
  @Override
  public void close() {
    @Nullable RuntimeException failure = null;
    for (AutoCloseable thing = next(); thing != null; thing = next()) {
      try {
        thing.close();
      } catch (Exception e) {
        failure = failure != null ? failure : new IllegalStateException(e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable AutoCloseable next() {
    synchronized (open) {
      return open.poll();
    }
  }
}
