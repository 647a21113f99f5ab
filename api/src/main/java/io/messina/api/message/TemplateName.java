package io.messina.api.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * The name of a template for messages of an account.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record TemplateName(String value) {

  private static final int CHARS_MAX = 64;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public TemplateName {
    Names.check("template", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
