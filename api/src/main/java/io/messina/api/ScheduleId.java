package io.messina.api;

/**
 * The id of a delayed event until it is due, by which it can be cancelled.
 *
 * @param value 1 to 256 opaque characters from the server
 */
public record ScheduleId(String value) {

  public ScheduleId {
    Checks.text("schedule id", value, 256);
  }

  @Override
  public String toString() {
    return value;
  }
}
