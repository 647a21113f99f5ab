package io.messina.stream.delivery;

/**
 * The state of one event in a group, for people.
 *
 * @param stage how far it is
 * @param worker who has it, or the empty string
 * @param sinceMillis when the worker got it, last extended its lease, or was found to have it by a
 *     new owner of the shard; 0 if no worker has it
 * @param leaseUntilMillis when its lease ends, or when its next attempt is due; 0 if it has neither
 * @param attempt how often it was handed out
 * @param error of the last failed attempt, or the empty string
 */
public record DeliveryState(
    Stage stage,
    String worker,
    long sinceMillis,
    long leaseUntilMillis,
    int attempt,
    String error) {

  /** How far an event is. */
  public enum Stage {
    /** Not handed out, or waiting for its next attempt. */
    RECEIVED,
    /** A worker has it. */
    PROCESSING,
    /** Its dead letter is being written. */
    FAILED,
    /** Completed, expired, or a dead letter: look for its dead letter to tell. */
    FINISHED
  }

  static DeliveryState of(Stage stage) {
    return new DeliveryState(stage, "", 0, 0, 0, "");
  }
}
