package io.messina.aggregate.configured;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.AggregatorFactory;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.field.EventFields;
import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.window.Windows;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateWindows;
import io.messina.api.aggregate.MemberForm;
import io.messina.runtime.RequestException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes the aggregators of definitions.
 *
 * @param custom the aggregators of users, by name
 */
public record ConfiguredAggregators(Map<String, AggregatorFactory> custom) {

  /** Clocks of producers may differ by so much, however short windows are kept. */
  private static final Duration AHEAD_MIN = Duration.ofMinutes(1);

  /** The kinds that are built in, and no others. */
  public static final ConfiguredAggregators BUILT_IN = new ConfiguredAggregators(Map.of());

  /** Takes a copy. */
  public ConfiguredAggregators {
    custom = Map.copyOf(custom);
  }

  /**
   * Makes the aggregator of a definition.
   *
   * @param fields of its events
   * @throws RequestException.Refused if it is of a kind that this server does not have
   */
  Aggregator of(AggregateOptions options, EventFields fields) {
    return switch (options.kind()) {
      case COUNT -> Kinds.count(fields::group);
      case SUM -> Kinds.sum(fields::group, fields::number);
      case MIN -> Kinds.min(fields::group, fields::number);
      case MAX -> Kinds.max(fields::group, fields::number);
      case UNIQUE -> unique(options.form().members(), fields);
      case APPROX_UNIQUE ->
          Kinds.approxUnique(fields::group, fields::member, options.form().precision());
      case CUSTOM -> custom(options.form().aggregator().orElseThrow());
    };
  }

  private static Aggregator unique(MemberForm form, EventFields fields) {
    return switch (form) {
      case HASH -> Kinds.unique(fields::group, fields::member);
      case BYTES -> Kinds.uniqueBytes(fields::group, fields::member);
      case INTEGERS -> Kinds.uniqueIntegers(fields::group, fields::integer);
    };
  }

  private Aggregator custom(String name) {
    AggregatorFactory factory = custom.get(name);
    if (factory == null) {
      Set<String> known = new TreeMap<>(custom).keySet();
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          "aggregator: %s (expected: %s)"
              .formatted(
                  name,
                  known.isEmpty() ? "none, as the server has no jars of aggregators" : known));
    }
    return factory.create();
  }

  /** The windows of a definition. */
  static WindowOptions windows(AggregateWindows windows) {
    Windows cut =
        windows
            .zone()
            .map(zone -> Windows.days(ZoneId.of(zone)))
            .orElseGet(
                () -> Windows.sliding(windows.window(), windows.slide().orElse(windows.window())));
    return new WindowOptions(
        cut,
        windows.lateness(),
        windows.retention(),
        windows.maxAhead().orElseGet(() -> ahead(windows.retention())));
  }

  /** The same windows, in which nothing is stated that would be so if it were absent. */
  static AggregateWindows withoutDefaults(AggregateWindows windows) {
    return new AggregateWindows(
        windows.window(),
        windows.slide().filter(slide -> !slide.equals(windows.window())),
        windows.zone().filter(zone -> !zone.equals("UTC")),
        windows.lateness(),
        windows.retention(),
        windows.maxAhead().filter(ahead -> !ahead.equals(ahead(windows.retention()))));
  }

  /** At most the duration that ends windows that are not over yet. */
  private static Duration ahead(Duration retention) {
    Duration least = retention.compareTo(AHEAD_MIN) < 0 ? AHEAD_MIN : retention;
    return least.compareTo(WindowOptions.AHEAD) < 0 ? least : WindowOptions.AHEAD;
  }
}
