package io.messina.server.definition;

import io.messina.api.Defined;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Looks at the jobs of a kind on this node when somebody asks for metrics. Safe for use by many
 * threads.
 *
 * @param <D> definitions
 * @param <T> how one goes
 */
public final class JobMeter<D extends Defined, T> {

  private final MeterRegistry registry;
  private final String noun;
  private final Supplier<Collection<D>> known;
  private final Function<D, T> report;
  private final Map<MultiGauge, Function<T, Optional<Double>>> gauges = new LinkedHashMap<>();

  /**
   * Without a measurement.
   *
   * @param registry where measurements go
   * @param noun the tag that names a job, as in {@code feed}
   * @param known all that this node knows of, from memory
   * @param report how one goes
   */
  public JobMeter(
      MeterRegistry registry, String noun, Supplier<Collection<D>> known, Function<D, T> report) {
    this.registry = registry;
    this.noun = noun;
    this.known = known;
    this.report = report;
  }

  /**
   * Measures what is always known.
   *
   * @param metric as in {@code messina.feed.fed}
   * @param description of it
   * @param number of a job
   * @return this
   */
  public JobMeter<D, T> total(String metric, String description, ToDoubleFunction<T> number) {
    return gauge(metric, description, job -> Optional.of(number.applyAsDouble(job)));
  }

  /**
   * Measures what may not be known.
   *
   * @param metric as in {@code messina.feed.lag.events}
   * @param description of it
   * @param number of a job; empty while it is unknown
   * @return this
   */
  public JobMeter<D, T> gauge(
      String metric, String description, Function<T, Optional<Double>> number) {
    gauges.put(MultiGauge.builder(metric).description(description).register(registry), number);
    return this;
  }

  /** Looks at all jobs; called before metrics are shown. */
  public void refresh() {
    Map<String, T> now = new LinkedHashMap<>();
    known.get().forEach(job -> now.put(job.name().toString(), report.apply(job)));
    gauges.forEach((gauge, number) -> gauge.register(rows(now, number), true));
  }

  private List<MultiGauge.Row<?>> rows(Map<String, T> now, Function<T, Optional<Double>> number) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    now.forEach(
        (name, job) ->
            number
                .apply(job)
                .ifPresent(value -> rows.add(MultiGauge.Row.of(Tags.of(noun, name), value))));
    return rows;
  }
}
