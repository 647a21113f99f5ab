package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an aggregate makes of a stream: one value for each window and group. Made of {@link #of} by
 * naming what shall be otherwise.
 *
 * @param stream whose events count; it stays
 * @param kind what is made of them
 * @param fields which parts of payloads
 * @param windows how time is cut
 * @param form how it is kept
 */
public record AggregateOptions(
    @Field("the stream whose events count; for ever") StreamName stream,
    @Field("what is made of the events of a window and group") AggregateKind kind,
    @JsonUnwrapped AggregateFields fields,
    @JsonUnwrapped AggregateWindows windows,
    @JsonUnwrapped AggregateForm form)
    implements AggregateOptionsWithers {

  /**
   * Checked options.
   *
   * @throws WireException if the kind needs a field that is absent, or has no use for one
   */
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
   * @param stream whose events count
   * @param kind what is made of them
   * @param of a JSON pointer to the number or member; empty to count events
   * @param window how long a window is
   * @return the options
   */
  public static AggregateOptions of(
      StreamName stream, AggregateKind kind, Optional<String> of, Duration window) {
    return new AggregateOptions(
        stream,
        kind,
        new AggregateFields(List.of(), of, List.of(), Optional.empty()),
        new AggregateWindows(
            window,
            Optional.empty(),
            Optional.empty(),
            Duration.ZERO,
            Duration.ofDays(90),
            Optional.empty()),
        AggregateForm.DEFAULT);
  }

  /**
   * Sets what makes the group.
   *
   * @param pointers JSON pointers, as in {@code /flag}
   * @return changed options
   */
  public AggregateOptions groupBy(String... pointers) {
    return groupBy(List.of(pointers));
  }
}
