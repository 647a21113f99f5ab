package io.messina.api;

/**
 * What an event is known by in its stream.
 *
 * @param value as the server gave it: 1 to 256 characters that mean nothing to who holds them
 */
public record EventId(String value) {

  /**
   * A checked text.
   *
   * @throws IllegalArgumentException if it is empty or longer
   */
  public EventId {
    Checks.text("event id", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
