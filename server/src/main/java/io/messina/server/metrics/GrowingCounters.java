package io.messina.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Counters of one name, made of looks at numbers that grow at places which come and go, such as the
 * shards of this node. A counter of several places never goes down when one of them leaves, which
 * Prometheus would take for a restart. For one thread at a time.
 *
 * @param <P> a place
 */
public final class GrowingCounters<P> {

  private final MeterRegistry registry;
  private final String name;
  private final String description;
  private final Function<P, Tags> line;
  private final boolean beginsAgain;
  private final Map<P, Double> last = new HashMap<>();
  private final Map<Tags, Counter> counters = new HashMap<>();

  /**
   * Counters without lines.
   *
   * @param line the tags of the counter in which a place is counted
   * @param beginsAgain whether a number that is lower than before has begun again at 0; otherwise
   *     it counts as no growth
   */
  public GrowingCounters(
      MeterRegistry registry,
      String name,
      String description,
      Function<P, Tags> line,
      boolean beginsAgain) {
    this.registry = registry;
    this.name = name;
    this.description = description;
    this.line = line;
    this.beginsAgain = beginsAgain;
  }

  /**
   * Counts the growth since the last look.
   *
   * @param numbers of all places there are, NaN while one is not known; the counters of others are
   *     removed
   */
  public void look(Map<P, Double> numbers) {
    last.keySet().retainAll(numbers.keySet());
    Set<Tags> lines = new HashSet<>();
    numbers.forEach(
        (place, now) -> {
          Tags tags = line.apply(place);
          lines.add(tags);
          Counter counter = counters.computeIfAbsent(tags, this::counter);
          if (!now.isNaN()) {
            counter.increment(growth(place, now));
            last.put(place, now);
          }
        });
    counters
        .entrySet()
        .removeIf(
            each -> {
              boolean isGone = !lines.contains(each.getKey());
              if (isGone) {
                registry.remove(each.getValue());
              }
              return isGone;
            });
  }

  private double growth(P place, double now) {
    double before = last.getOrDefault(place, 0.0);
    return now < before ? beginsAgain ? now : 0 : now - before;
  }

  private Counter counter(Tags tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }
}
