package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * Whose messages they are: a tenant, with connectors, templates and quotas of its own.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record AccountName(String value) {

  private static final int CHARS_MAX = 64;

  /**
   * A checked name.
   *
   * @throws io.messina.api.WireException if it is something else
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AccountName {
    Names.check("account", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
