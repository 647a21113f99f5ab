package io.messina.cli.features;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueType;

/** Values as they are typed and shown: texts and bytes plainly, everything else as JSON. */
final class TypedValue {

  private static final char QUOTE = '"';

  private TypedValue() {}

  /**
   * Reads a value that the user typed.
   *
   * @throws IllegalArgumentException if it is not JSON, and the type needs JSON
   */
  static FeatureValue of(ValueType type, String typed) {
    return switch (type) {
      case TEXT, BYTES -> FeatureValue.text(typed);
      case INTEGER, DOUBLE, BOOLEAN, VECTOR, JSON -> FeatureValue.json(typed);
    };
  }

  /** For people; on one line. */
  static String shown(FeatureValue value) {
    String json = value.json();
    String text = json.charAt(0) == QUOTE ? value.text() : json;
    return text.chars().anyMatch(Character::isISOControl) ? json : text;
  }
}
