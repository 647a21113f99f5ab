package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * The name of a token, which is no secret: it is a part of the token, and in logs and audits.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record TokenName(String value) {

  private static final int CHARS_MAX = 64;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public TokenName {
    Names.check("token", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
