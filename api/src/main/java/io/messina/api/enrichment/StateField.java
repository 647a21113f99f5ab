package io.messina.api.enrichment;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.Optional;

/**
 * How one field of the state of a key is made. An event that has no value for it, or null, or one
 * that the function cannot take, leaves it as it is.
 *
 * @param function what is made of the values
 * @param value a JSON pointer to the value in payloads; may be absent only to count all events
 * @param max how many elements a list keeps, and of lists only
 */
public record StateField(
    @Field("what is made of the values of a key's events") StateFunction function,
    @Field("where a JSON payload has the value, a JSON pointer as in /added; count needs none")
        Optional<String> value,
    @Field(
            value = "how many elements append_to_list keeps, the newest; 100 if absent",
            min = "1",
            max = "1000")
        Optional<Integer> max) {

  /** How many elements a list keeps if nothing is said. */
  public static final int MAX_DEFAULT = 100;

  /**
   * Checked, with the number of elements if it is a list.
   *
   * @throws WireException if it is no JSON pointer, or function and fields do not go together
   */
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

  /**
   * Counts all events.
   *
   * @return the field
   */
  public static StateField count() {
    return new StateField(StateFunction.COUNT, Optional.empty(), Optional.empty());
  }

  /**
   * A field of values; a list keeps 100.
   *
   * @param function what is made of them
   * @param pointer where payloads have them, as in {@code /added}
   * @return the field
   */
  public static StateField of(StateFunction function, String pointer) {
    return new StateField(function, Optional.of(pointer), Optional.empty());
  }

  /**
   * The last values.
   *
   * @param pointer where payloads have them, as in {@code /page}
   * @param max how many, from 1 to 1,000
   * @return the field
   */
  public static StateField list(String pointer, int max) {
    return new StateField(StateFunction.APPEND_TO_LIST, Optional.of(pointer), Optional.of(max));
  }
}
