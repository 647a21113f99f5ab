package io.messina.stream.delivery;

/**
 * What a group makes of one event, for people.
 *
 * @param stage how far it is
 * @param worker who has it, or the empty string
 * @param leaseUntilMillis until when, or when its next attempt is due; 0 where there is neither
 * @param attempt how often it was handed out
 * @param error what its last failed attempt said, or the empty string
 */
public record EventState(
    Stage stage, String worker, long leaseUntilMillis, int attempt, String error) {

  /** How far an event is. */
  public enum Stage {
    /** Not handed out, or waiting for its next attempt. */
    RECEIVED,
    /** A worker has it. */
    PROCESSING,
    /** On its way to the dead letters. */
    FAILED,
    /** Completed, expired, or among the dead letters: whoever asks looks there. */
    FINISHED
  }

  static EventState of(Stage stage) {
    return new EventState(stage, "", 0, 0, "");
  }
}
