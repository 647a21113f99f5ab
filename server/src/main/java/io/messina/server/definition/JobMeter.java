package io.messina.server.definition;

import io.messina.api.Defined;
import io.messina.runtime.Mutex;
import io.messina.runtime.job.Jobs;
import io.messina.server.metrics.GrowingCounters;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Measures the jobs of one kind on this node. Safe for use by many threads.
 *
 * @param <D> definitions
 * @param <T> reports of jobs
 */
public final class JobMeter<D extends Defined, T> {

  private final MeterRegistry registry;
  private final String prefix;
  private final String noun;
  private final Supplier<Collection<D>> known;
  private final Function<D, T> report;
  private final Map<MultiGauge, Function<T, Optional<Double>>> gauges = new LinkedHashMap<>();
  private final Map<GrowingCounters<String>, ToDoubleFunction<T>> counters = new LinkedHashMap<>();
  private final Mutex lock = new Mutex(); // held during a look
  private Predicate<T> isCertain = _ -> true;

  /**
   * A meter that measures nothing yet.
   *
   * @param prefix of the names of metrics, as in {@code messina.sink.}
   * @param noun the tag that names a job, as in {@code feed}
   */
  public JobMeter(
      MeterRegistry registry,
      String prefix,
      String noun,
      Supplier<Collection<D>> known,
      Function<D, T> report) {
    this.registry = registry;
    this.prefix = prefix;
    this.noun = noun;
    this.known = known;
    this.report = report;
  }

  /** Measures jobs of one kind by their reports. */
  public static <D extends Defined, T> JobMeter<D, T> of(
      MeterRegistry registry, String noun, Jobs<?, D, ?> jobs, Function<D, T> report) {
    return new JobMeter<>(
        registry, "messina." + noun + ".", noun, () -> jobs.known().living().values(), report);
  }

  /**
   * Counts what each job has done on this node.
   *
   * @param number that grows as long as the job lives
   */
  public JobMeter<D, T> total(String metric, String description, ToDoubleFunction<T> number) {
    counters.put(
        new GrowingCounters<>(
            registry, prefix + metric, description, name -> Tags.of(noun, name), false),
        number);
    return this;
  }

  /** Measures a number of each job that also goes down. */
  public JobMeter<D, T> level(String metric, String description, ToDoubleFunction<T> number) {
    return gauge(metric, description, job -> Optional.of(number.applyAsDouble(job)));
  }

  /**
   * Measures events that are not handled yet, while their number is known. While it is not, as
   * where the state of a shard is being opened, nothing else is counted.
   */
  public JobMeter<D, T> lag(String description, Function<T, Optional<Long>> lag) {
    isCertain = job -> lag.apply(job).isPresent();
    return gauge("lag.events", description, job -> lag.apply(job).map(Long::doubleValue));
  }

  /** Measures a number that may be unknown for a while. */
  public JobMeter<D, T> gauge(
      String metric, String description, Function<T, Optional<Double>> number) {
    gauges.put(
        MultiGauge.builder(prefix + metric).description(description).register(registry), number);
    return this;
  }

  /** Looks at all jobs; called before metrics are shown. */
  public void refresh() {
    Map<String, T> now = new LinkedHashMap<>();
    try (var _ = lock.hold()) {
      known.get().forEach(job -> now.put(job.name().toString(), report.apply(job)));
      gauges.forEach((gauge, number) -> gauge.register(rows(now, number), true));
      counters.forEach((counter, number) -> counter.look(numbers(now, number)));
    }
  }

  private Map<String, Double> numbers(Map<String, T> now, ToDoubleFunction<T> number) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    now.forEach(
        (name, job) ->
            numbers.put(name, isCertain.test(job) ? number.applyAsDouble(job) : Double.NaN));
    return numbers;
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
