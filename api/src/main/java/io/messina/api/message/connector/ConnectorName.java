package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;

/**
 * A way by which messages leave: a provider with the address, the secrets and the pace that hold
 * for it.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record ConnectorName(String value) {

  private static final int CHARS_MAX = 64;

  /**
   * A checked name.
   *
   * @throws io.messina.api.WireException if it is something else
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ConnectorName {
    Names.check("connector", value, CHARS_MAX);
  }

  /** The name. */
  @JsonValue
  @Override
  public String toString() {
    return value;
  }
}
