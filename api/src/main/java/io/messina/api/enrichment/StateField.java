package io.messina.api.enrichment;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.Optional;

/**
 * The definition of a field in the state of a key. An event without a value for it, with null, or
 * with a value that the function cannot take leaves it unchanged.
 */
public record StateField(
    @Field("function of the values of a key's events") StateFunction function,
    @Field("JSON pointer to the value in payloads, as in /added; may be absent only for count")
        Optional<String> value,
    @Field(
            value = "number of elements that append_to_list keeps, the newest; 100 if absent",
            min = "1",
            max = "1000")
        Optional<Integer> max) {

  /** The number of elements of a list by default. */
  public static final int MAX_DEFAULT = 100;

  public StateField {
    RecordField.check(StateField.class, function, value, max);
    value.ifPresent(pointer -> Checks.pointer("value", pointer));
    if (value.isEmpty() && function != StateFunction.COUNT) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "value: absent (expected: a JSON pointer, as the function is " + function + ")");
    }
    boolean isList = function == StateFunction.APPEND_TO_LIST;
    if (max.isPresent() && !isList) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "max: " + max.get() + " (expected: absent, as the function is " + function + ")");
    }
    max = isList ? max.or(() -> Optional.of(MAX_DEFAULT)) : max;
  }

  /** Counts all events. */
  public static StateField count() {
    return new StateField(StateFunction.COUNT, Optional.empty(), Optional.empty());
  }

  /**
   * A field of values; a list keeps 100.
   *
   * @param function function of the values
   * @param pointer where payloads have them, as in {@code /added}
   */
  public static StateField of(StateFunction function, String pointer) {
    return new StateField(function, Optional.of(pointer), Optional.empty());
  }

  /**
   * The last values.
   *
   * @param pointer where payloads have them, as in {@code /page}
   * @param max how many, from 1 to 1,000
   */
  public static StateField list(String pointer, int max) {
    return new StateField(StateFunction.APPEND_TO_LIST, Optional.of(pointer), Optional.of(max));
  }
}
