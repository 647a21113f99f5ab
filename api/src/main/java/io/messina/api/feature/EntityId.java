package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.messina.api.Names;
import io.messina.api.WireException;

/**
 * The id of an entity, such as the name of a user.
 *
 * @param text 1 to 800 bytes of UTF-8, any characters
 */
public record EntityId(String text) {

  /** The longest id, in bytes of UTF-8. */
  public static final int BYTES_MAX = 800;

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public EntityId {
    Names.checkBytes(WireException.Fault.OUT_OF_BOUNDS, "entity id", text, BYTES_MAX);
  }

  /** The text. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
