package io.messina.cli.definition;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fields of a state as they are typed, as in {@code lines=sum:/added}. */
final class StateFields {

  /** A list may have its length behind its pointer. */
  private static final Pattern FIELD = Pattern.compile("([a-z_]+)(?::(.*?)(?::([0-9]{1,9}))?)?");

  private StateFields() {}

  /**
   * Reads all fields.
   *
   * @throws IllegalArgumentException with a sentence if one is wrong
   */
  static Map<String, StateField> read(List<String> typed) {
    Map<String, StateField> fields = new LinkedHashMap<>();
    for (String text : typed) {
      int equals = text.indexOf('=');
      Checks.that(equals >= 0, "--field", Shown.text(text), "NAME=FUNCTION[:POINTER[:MAX]]");
      String name = text.substring(0, equals);
      Checks.that(!fields.containsKey(name), "--field", Shown.text(name) + " twice", "once");
      fields.put(name, field(name, text.substring(equals + 1)));
    }
    return fields;
  }

  private static StateField field(String name, String text) {
    Matcher matcher = FIELD.matcher(text);
    Optional<StateFunction> function =
        Arrays.stream(StateFunction.values())
            .filter(each -> matcher.matches() && each.toString().equals(matcher.group(1)))
            .findAny();
    return new StateField(
        function.orElseThrow(() -> unknown(name, text)),
        Optional.ofNullable(matcher.group(2)),
        Optional.ofNullable(matcher.group(3)).map(Integer::valueOf));
  }

  private static IllegalArgumentException unknown(String name, String text) {
    return new IllegalArgumentException(
        Shown.text(name)
            + ": "
            + Shown.text(text)
            + " (expected: FUNCTION[:POINTER[:MAX]] with one of "
            + Arrays.stream(StateFunction.values())
                .map(StateFunction::toString)
                .collect(Collectors.joining(", "))
            + ")");
  }
}
