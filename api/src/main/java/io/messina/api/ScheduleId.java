package io.messina.api;

/**
 * What a delayed event is known by until it is due, and cancelled by.
 *
 * @param value as the server gave it: 1 to 256 characters that mean nothing to who holds them
 */
public record ScheduleId(String value) {

  /**
   * A checked text.
   *
   * @throws IllegalArgumentException if it is empty or longer
   */
  public ScheduleId {
    Checks.text("schedule id", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
