package io.messina.server.features;

import io.messina.features.FeatureException;
import io.messina.features.FeatureValue;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import io.messina.server.http.Fields;
import io.messina.server.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.NullNode;

/** The field or query parameter of a request that holds a value of a feature. */
final class ValueField {

  static final String NAME = "value";
  static final String QUERY_SENTENCE =
      "which value; JSON unless the feature's values are texts or bytes";

  private ValueField() {}

  /** A null is JSON as any other, and of no other type. */
  static FeatureValue read(Fields fields, ValueType type) {
    return ValueJson.read(
        type,
        fields.isNull(NAME) ? NullNode.getInstance() : fields.required(NAME, fields.json(NAME)));
  }

  /** As it stands in an address: texts and bytes as they are, all others as JSON. */
  static FeatureValue parse(String text, ValueType type) {
    try {
      return switch (type) {
        case TEXT -> FeatureValue.of(text);
        case BYTES -> ValueJson.read(type, Json.MAPPER.getNodeFactory().stringNode(text));
        case INTEGER, DOUBLE, BOOLEAN, VECTOR, JSON ->
            ValueJson.read(type, Json.MAPPER.readTree(text));
      };
    } catch (JacksonException _) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.WRONG_TYPE, "value: no JSON (expected: JSON)");
    }
  }
}
