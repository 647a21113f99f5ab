package io.messina.api;

/**
 * The id of an event within its stream.
 *
 * @param value 1 to 256 opaque characters from the server
 */
public record EventId(String value) {

  public EventId {
    Checks.text("event id", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
