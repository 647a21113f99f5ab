package io.messina.server.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Measures requests by operation and status. */
final class RequestMeter {

  private final MeterRegistry registry;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();

  RequestMeter(MeterRegistry registry) {
    this.registry = registry;
  }

  long now() {
    return registry.config().clock().monotonicTime();
  }

  /** Returns how many nanoseconds it took. */
  long requested(String operation, int status, long begun) {
    long took = now() - begun;
    timers
        .computeIfAbsent(operation + " " + status, _ -> timer(operation, status))
        .record(Duration.ofNanos(took));
    return took;
  }

  void gauge(String name, Supplier<Number> value) {
    io.micrometer.core.instrument.Gauge.builder(name, value)
        .description("Memory that the bodies of requests take")
        .baseUnit("bytes")
        .strongReference(true)
        .register(registry);
  }

  private Timer timer(String operation, int status) {
    return Timer.builder("messina.http.requests")
        .description("Requests by operation and status, from headers to answer")
        .tag("operation", operation)
        .tag("status", Integer.toString(status))
        .register(registry);
  }
}
