package io.messina.stream;

/** The state of a delayed event. */
public sealed interface ScheduledEvent {

  /**
   * It is not due yet.
   *
   * @param event as it will be appended
   */
  record Waiting(Event event) implements ScheduledEvent {}

  /**
   * It was appended.
   *
   * @param stored as in the log
   */
  record Appended(StoredEvent stored) implements ScheduledEvent {}
}
