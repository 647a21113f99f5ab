package io.messina.server.definition;

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
 * @param <T> how one goes
 */
public final class JobMeter<T> {

  private final MeterRegistry registry;
  private final String noun;
  private final Supplier<Collection<T>> reports;
  private final Function<T, String> name;
  private final Map<MultiGauge, Function<T, Optional<Double>>> gauges = new LinkedHashMap<>();

  /**
   * Without a measurement.
   *
   * @param registry where measurements go
   * @param noun the tag that names a job, as in {@code feed}
   * @param reports how all go that this node knows of, from memory
   * @param name of one
   */
  public JobMeter(
      MeterRegistry registry,
      String noun,
      Supplier<Collection<T>> reports,
      Function<T, String> name) {
    this.registry = registry;
    this.noun = noun;
    this.reports = reports;
    this.name = name;
  }

  /**
   * Measures what is always known.
   *
   * @param metric as in {@code messina.feed.fed}
   * @param description of it
   * @param number of a job
   * @return this
   */
  public JobMeter<T> total(String metric, String description, ToDoubleFunction<T> number) {
    return gauge(metric, description, report -> Optional.of(number.applyAsDouble(report)));
  }

  /**
   * Measures what may not be known.
   *
   * @param metric as in {@code messina.feed.lag.events}
   * @param description of it
   * @param number of a job; empty while it is unknown
   * @return this
   */
  public JobMeter<T> gauge(
      String metric, String description, Function<T, Optional<Double>> number) {
    gauges.put(MultiGauge.builder(metric).description(description).register(registry), number);
    return this;
  }

  /** Looks at all jobs; called before metrics are shown. */
  public void refresh() {
    Collection<T> now = reports.get();
    gauges.forEach((gauge, number) -> gauge.register(rows(now, number), true));
  }

  private List<MultiGauge.Row<?>> rows(Collection<T> now, Function<T, Optional<Double>> number) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (T report : now) {
      Tags tags = Tags.of(noun, name.apply(report));
      number.apply(report).ifPresent(value -> rows.add(MultiGauge.Row.of(tags, value)));
    }
    return rows;
  }
}
