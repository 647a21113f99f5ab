package io.messina.client;

import org.jspecify.annotations.Nullable;

/** The fields of an object in an answer, one of which is a value of a feature. */
final class ValueFields {

  private final Values others = new Values();
  private @Nullable FeatureValue value;

  private ValueFields() {}

  /** Reads all fields; a null is a value, or nothing. */
  static ValueFields of(JsonReader json) {
    ValueFields fields = new ValueFields();
    json.object(name -> fields.take(name, json), name -> fields.takeNull(name, json));
    return fields;
  }

  private void take(String name, JsonReader json) {
    if (name.equals("value")) {
      value = FeatureValue.read(json);
    } else {
      others.take(name, json);
    }
  }

  private void takeNull(String name, JsonReader json) {
    if (name.equals("value")) {
      value = FeatureValue.read(json);
    }
  }

  FeatureValue value() {
    return EventFields.required("value", value);
  }

  Values others() {
    return others;
  }

  ListItem item() {
    return new ListItem(value(), others.time("time"));
  }
}
