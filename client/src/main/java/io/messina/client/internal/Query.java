package io.messina.client.internal;

import io.messina.api.Wire;
import java.util.Map;
import java.util.Optional;

/**
 * The query of a path.
 *
 * @param text empty if nothing is asked for
 */
public record Query(String text) {

  public static final Query NONE = new Query("");

  public Query with(String name, Object value) {
    return new Query(text + (text.isEmpty() ? "?" : "&") + name + "=" + Paths.part(value));
  }

  public Query with(String name, Optional<?> value) {
    return value.isPresent() ? with(name, value.get()) : this;
  }

  /** Adds the fields of a record that are present. */
  public Query with(Record fields) {
    Query query = this;
    for (Map.Entry<String, ?> field : Wire.fields(fields).entrySet()) {
      query = query.with(field.getKey(), Optional.ofNullable(field.getValue()));
    }
    return query;
  }

  @Override
  public String toString() {
    return text;
  }
}
