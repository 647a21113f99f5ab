package io.messina.server.features;

import io.messina.features.FeatureValue;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import io.messina.server.http.Fields;
import tools.jackson.databind.node.NullNode;

/** The field of a request that holds a value of a feature. */
final class ValueField {

  static final String NAME = "value";

  private ValueField() {}

  /** A null is JSON as any other, and of no other type. */
  static FeatureValue read(Fields fields, ValueType type) {
    return ValueJson.read(
        type,
        fields.isNull(NAME) ? NullNode.getInstance() : fields.required(NAME, fields.json(NAME)));
  }
}
