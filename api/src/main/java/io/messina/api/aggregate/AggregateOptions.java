package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options of an aggregate of a stream: one value for each window and group. Begin with {@link #of}.
 */
public record AggregateOptions(
    @Field("stream whose events count; fixed at creation") StreamName stream,
    @Field("function of the events of a window and group") AggregateKind kind,
    @JsonUnwrapped AggregateFields fields,
    @JsonUnwrapped AggregateWindows windows,
    @JsonUnwrapped AggregateForm form)
    implements AggregateOptionsWithers {

  public AggregateOptions {
    boolean needsValue = kind != AggregateKind.COUNT && kind != AggregateKind.CUSTOM;
    if (needsValue && fields.of().isEmpty()) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "of: absent (expected: a JSON pointer, as the kind is " + kind + ")");
    }
    if ((kind == AggregateKind.CUSTOM) != form.aggregator().isPresent()) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "aggregator: %s (expected: %s, as the kind is %s)"
              .formatted(
                  form.aggregator().orElse("absent"),
                  kind == AggregateKind.CUSTOM ? "the name of one" : "absent",
                  kind));
    }
  }

  /**
   * An aggregate of all events in one group, in windows that follow one another, each kept for 90
   * days.
   *
   * @param stream stream whose events count
   * @param kind function of the events
   * @param of a JSON pointer to the number or member; empty to count events
   * @param window how long a window is
   */
  public static AggregateOptions of(
      StreamName stream, AggregateKind kind, Optional<String> of, Duration window) {
    return Wire.of(
        AggregateOptions.class, Map.of("stream", stream, "kind", kind, "of", of, "window", window));
  }

  /**
   * Sets the values that make the group.
   *
   * @param pointers JSON pointers, as in {@code /flag}
   */
  public AggregateOptions groupBy(String... pointers) {
    return groupBy(List.of(pointers));
  }
}
