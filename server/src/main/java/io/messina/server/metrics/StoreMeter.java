package io.messina.server.metrics;

import io.messina.store.FenceOutcome;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Times operations of a store by operation, table and result. */
final class StoreMeter {

  private final MeterRegistry registry;
  private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

  StoreMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  /** The tags of one timer; there are few tables. */
  private record Key(String operation, String table, String result) {}

  void run(String operation, Table table, Runnable task) {
    measure(
        operation,
        table,
        () -> {
          task.run();
          return true;
        });
  }

  <T> T measure(String operation, Table table, Supplier<T> task) {
    long begun = registry.config().clock().monotonicTime();
    String result = "error";
    try {
      T value = task.get();
      result = value instanceof FenceOutcome.Rejected ? "rejected" : "ok";
      return value;
    } catch (UnknownOutcomeException e) {
      result = "unknown";
      throw e;
    } catch (StoreUnavailableException e) {
      result = "unavailable";
      throw e;
    } finally {
      long nanos = registry.config().clock().monotonicTime() - begun;
      timers
          .computeIfAbsent(new Key(operation, table.name(), result), this::timer)
          .record(Duration.ofNanos(nanos));
    }
  }

  private Timer timer(Key key) {
    return Timer.builder("messina.store.operations")
        .description("Operations of the store by operation, table and result")
        .tag("operation", key.operation())
        .tag("table", key.table())
        .tag("result", key.result())
        .publishPercentiles(0.5, 0.99)
        .register(registry);
  }
}
