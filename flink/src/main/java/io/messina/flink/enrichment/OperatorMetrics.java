package io.messina.flink.enrichment;

import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.EnrichmentStatus.Counters;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of a subtask, in the group {@code enrichment} of its operator. */
final class OperatorMetrics {

  private final MetricGroup group;
  private final Supplier<EnrichmentStatus> status;

  OperatorMetrics(
      MetricGroup operator, Supplier<EnrichmentStatus> status, LongSupplier overflowed) {
    this.group = operator.addGroup("enrichment");
    this.status = status;
    gauge("permits", EnrichmentStatus::permits);
    gauge("permitsInUse", EnrichmentStatus::permitsInUse);
    gauge("keysBusy", EnrichmentStatus::keysBusy);
    gauge("keysInBackoff", EnrichmentStatus::keysInBackoff);
    gauge("keysCached", EnrichmentStatus::keysCached);
    gauge("eventsBuffered", EnrichmentStatus::eventsBuffered);
    gauge("bytesBuffered", EnrichmentStatus::bytesBuffered);
    counter("events", Counters::events);
    counter("rounds", Counters::rounds);
    counter("replayed", Counters::replayed);
    counter("reads", Counters::reads);
    counter("writes", Counters::writes);
    counter("cacheHits", Counters::cacheHits);
    counter("conflicts", Counters::conflicts);
    counter("failures", Counters::failures);
    counter("timeouts", Counters::timeouts);
    counter("lateAnswers", Counters::lateAnswers);
    counter("deadLetters", Counters::deadLetters);
    counter("requests", Counters::requests);
    counter("requestNanos", Counters::requestNanos);
    group.gauge("eventsOverflowed", (Gauge<Long>) overflowed::getAsLong);
  }

  private void counter(String name, ToLongFunction<Counters> value) {
    gauge(name, now -> value.applyAsLong(now.counters()));
  }

  private void gauge(String name, ToLongFunction<EnrichmentStatus> value) {
    group.gauge(name, (Gauge<Long>) () -> value.applyAsLong(status.get()));
  }
}
