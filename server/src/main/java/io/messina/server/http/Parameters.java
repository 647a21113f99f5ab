package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.RecordField;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.server.problem.ProblemException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parameters of a query, all of which its route allows.
 *
 * @param all texts by name
 */
record Parameters(Map<String, String> all) {

  /** Java would read a plus and the digits of all scripts. */
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  static Parameters read(String rawQuery, Route route) {
    Map<String, String> query = PercentText.query(rawQuery);
    for (String name : query.keySet()) {
      if (route.query().stream().noneMatch(parameter -> parameter.name().equals(name))) {
        String expected =
            String.join(", ", route.query().stream().map(Route.Parameter::name).toList());
        throw new ProblemException(
            ProblemCode.UNKNOWN_PARAMETER,
            Shown.text(name) + " (expected: " + (expected.isEmpty() ? "none" : expected) + ")");
      }
    }
    return new Parameters(query);
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  <T> Optional<T> find(String name, Function<String, T> parse) {
    return find(name).map(text -> parsed(ProblemCode.WRONG_TYPE, name, text, parse));
  }

  Optional<Integer> find(String name, int min, int max) {
    return find(name).map(text -> number(name, text, min, max));
  }

  /** The parameters that are fields of a record. */
  <T extends Record> T read(Class<T> type) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (RecordField field : RecordField.of(type)) {
      find(field.name())
          .ifPresent(
              text -> {
                boolean isNumber = field.isNumber() && WHOLE.matcher(text).matches();
                fields.set(
                    field.name(),
                    isNumber
                        ? JsonNodeFactory.instance.numberNode(Long.parseLong(text))
                        : JsonNodeFactory.instance.stringNode(text));
              });
    }
    return Wire.request(fields, type);
  }

  boolean flag(String name) {
    return switch (find(name).orElse("false")) {
      case "true" -> true;
      case "false" -> false;
      case String text ->
          throw invalid(
              ProblemCode.WRONG_TYPE, name, Shown.text(text) + " (expected: true or false)");
    };
  }

  /** Parses a text; if that fails, the sentence names the parameter. */
  static <T> T parsed(ProblemCode code, String name, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      throw sentence.startsWith(name + ": ")
          ? new ProblemException(code, sentence)
          : invalid(code, name, sentence);
    }
  }

  static int number(String name, String text, int min, int max) {
    String sentence =
        Shown.text(text) + " (expected: a whole number from " + min + " to " + max + ")";
    if (!WHOLE.matcher(text).matches()) {
      throw invalid(ProblemCode.WRONG_TYPE, name, sentence);
    }
    long number = Long.parseLong(text);
    if (number < min || number > max) {
      throw invalid(ProblemCode.OUT_OF_BOUNDS, name, sentence);
    }
    return (int) number;
  }

  private static ProblemException invalid(ProblemCode code, String name, String sentence) {
    return new ProblemException(code, name + ": " + sentence);
  }
}
