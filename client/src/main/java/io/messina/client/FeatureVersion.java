package io.messina.client;

import tools.jackson.core.JsonGenerator;

/**
 * Which version of a feature is meant.
 *
 * @param text empty for the first one
 */
record FeatureVersion(String text) {

  static final FeatureVersion FIRST = new FeatureVersion("");
  static final FeatureVersion LATEST = new FeatureVersion("latest");

  static FeatureVersion exactly(String text) {
    Names.check(
        !text.equals(LATEST.text),
        "version",
        text,
        "another name, as this one means the newest complete one");
    return new FeatureVersion(text);
  }

  FeatureVersion {
    if (!text.isEmpty()) {
      Names.checkBytes("version", text, Names.PART_BYTES_MAX);
    }
  }

  /** Into a query; the first one need not be said. */
  Query query() {
    return text.isEmpty() ? Query.NONE : named();
  }

  /** Into a query, also where it is the first one. */
  Query named() {
    return Query.NONE.with("version", text);
  }

  void write(JsonGenerator json) {
    if (!text.isEmpty()) {
      json.writeStringProperty("version", text);
    }
  }
}
