package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/**
 * Reads single values of JSON, and refuses others with a sentence that names the place of the
 * field.
 */
final class FieldValues {

  private FieldValues() {}

  static String text(String place, JsonNode node) {
    if (!node.isString()) {
      throw wrong(place, node, "a text");
    }
    return node.stringValue();
  }

  static ProblemException wrong(String place, JsonNode node, String expected) {
    JsonNodeType type = node.getNodeType();
    String shown =
        switch (type) {
          case OBJECT -> "an object";
          case ARRAY -> "a list";
          default -> Shown.text(node.toString());
        };
    return problem(ProblemCode.WRONG_TYPE, place, shown, expected);
  }

  static ProblemException invalid(String place, String value, String expected) {
    return problem(ProblemCode.OUT_OF_BOUNDS, place, value, expected);
  }

  private static ProblemException problem(
      ProblemCode code, String place, String value, String expected) {
    return new ProblemException(code, place + ": " + value + " (expected: " + expected + ")");
  }
}
