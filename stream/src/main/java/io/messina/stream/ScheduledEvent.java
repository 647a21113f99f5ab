package io.messina.stream;

/** What became of a delayed event. */
public sealed interface ScheduledEvent {

  /**
   * It waits until it is due.
   *
   * @param event as it will be appended
   */
  record Waiting(Event event) implements ScheduledEvent {}

  /**
   * It was appended.
   *
   * @param stored as it stands in the log
   */
  record Appended(StoredEvent stored) implements ScheduledEvent {}
}
