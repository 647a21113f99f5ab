package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * The name of a route from messages to connectors.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record RouteName(String value) {

  private static final int CHARS_MAX = 64;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public RouteName {
    Names.check("route", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
