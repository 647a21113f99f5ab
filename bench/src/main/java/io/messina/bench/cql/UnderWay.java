package io.messina.bench.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** So many requests of the bare driver at a time; the first failure is told at the end. */
final class UnderWay {

  private final Semaphore places;
  private final int max;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  UnderWay(int max) {
    this.max = max;
    this.places = new Semaphore(max);
  }

  /** Waits for a place, then sends; a request may consist of several, one after the other. */
  void send(Supplier<CompletionStage<AsyncResultSet>> request) {
    places.acquireUninterruptibly();
    request
        .get()
        .whenComplete(
            (_, error) -> {
              if (error != null) {
                failure.compareAndSet(null, error);
              }
              places.release();
            });
  }

  void awaitAll() {
    places.acquireUninterruptibly(max);
    places.release(max);
    Throwable first = failure.get();
    if (first != null) {
      throw new IllegalStateException("a request of the bare driver failed: " + first, first);
    }
  }
}
