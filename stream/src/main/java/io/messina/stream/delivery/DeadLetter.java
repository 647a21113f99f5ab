package io.messina.stream.delivery;

import java.util.List;

/**
 * An event that is not handed out any more.
 *
 * @param position the event, packed
 * @param run the run in which it died
 * @param cause why
 * @param attempts how often it was handed out, or may have been
 * @param failures what the attempts said, oldest first; those of former owners are not known
 */
public record DeadLetter(
    long position, int run, Cause cause, int attempts, List<Failure> failures) {

  /** Why an event went to the dead letters. */
  public enum Cause {
    /** All attempts failed, ran out of time, or ended with their process. */
    EXHAUSTED,
    /** A worker said that no attempt will do. */
    REJECTED,
    /** It was handed out once, and nobody knows what came of it. */
    UNCERTAIN
  }

  /**
   * One failed attempt.
   *
   * @param attempt its number, from 1
   * @param error what the worker said, or that its lease ran out
   */
  public record Failure(int attempt, String error) {}

  /** Takes an unmodifiable copy of the failures. */
  public DeadLetter {
    failures = List.copyOf(failures);
  }
}
