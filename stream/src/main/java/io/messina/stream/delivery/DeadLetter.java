package io.messina.stream.delivery;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import java.util.List;

/**
 * An event that is no longer handed out.
 *
 * @param position the event, packed
 * @param run the run in which it was given up
 * @param cause why
 * @param attempts how often it was handed out, or may have been
 * @param failures the errors of the attempts, oldest first; those under former owners are not known
 */
public record DeadLetter(
    long position, int run, DeathCause cause, int attempts, List<AttemptError> failures) {

  /** Takes an unmodifiable copy of the failures. */
  public DeadLetter {
    failures = List.copyOf(failures);
  }
}
