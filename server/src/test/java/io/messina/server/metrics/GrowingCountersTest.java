package io.messina.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GrowingCountersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private GrowingCounters<String> counters(Function<String, Tags> line, boolean beginsAgain) {
    return new GrowingCounters<>(registry, "done", "What is done.", line, beginsAgain);
  }

  private Map<String, Double> shown() {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .collect(
            Collectors.toMap(
                id -> String.valueOf(id.getTag("line")),
                id -> registry.get("done").tags(id.getTags()).counter().count()));
  }

  @Test
  void a_counter_of_many_places_never_goes_down() {
    GrowingCounters<String> counters =
        counters(place -> Tags.of("line", place.substring(0, 1)), true);
    counters.look(Map.of("a1", 10.0, "a2", 5.0, "b1", 1.0));
    assertThat(shown()).isEqualTo(Map.of("a", 15.0, "b", 1.0));
    counters.look(Map.of("a1", 12.0, "b1", 1.0));
    assertThat(shown()).isEqualTo(Map.of("a", 17.0, "b", 1.0));
    counters.look(Map.of("a1", 12.0, "a2", 3.0, "b1", 2.0));
    assertThat(shown()).isEqualTo(Map.of("a", 20.0, "b", 2.0));
  }

  @Test
  void a_number_begins_again_or_waits_until_it_is_where_it_was() {
    GrowingCounters<String> again = counters(_ -> Tags.of("line", "again"), true);
    GrowingCounters<String> not = counters(_ -> Tags.of("line", "not"), false);
    for (double now : new double[] {10, 4, 6}) {
      again.look(Map.of("p", now));
      not.look(Map.of("p", now));
    }
    assertThat(shown()).isEqualTo(Map.of("again", 16.0, "not", 12.0));
  }

  @Test
  void a_number_that_is_not_known_for_a_while_counts_when_it_is() {
    GrowingCounters<String> counters = counters(place -> Tags.of("line", place), false);
    for (double now : new double[] {Double.NaN, 10, Double.NaN, 11}) {
      counters.look(Map.of("p", now));
    }
    assertThat(shown()).isEqualTo(Map.of("p", 11.0));
  }

  @Test
  void a_line_without_places_is_gone() {
    GrowingCounters<String> counters = counters(place -> Tags.of("line", place), true);
    counters.look(Map.of("a", 1.0, "b", 1.0));
    counters.look(Map.of("b", 2.0));
    assertThat(registry.getMeters()).hasOnlyElementsOfType(Counter.class);
    assertThat(shown()).isEqualTo(Map.of("b", 2.0));
  }
}
