package io.messina.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The cause and history of a dead letter.
 *
 * @param cause why the group, the enrichment or the sink gave the event up
 * @param attempts number of attempts
 * @param errors of the attempts
 * @param died time at which it was given up
 */
public record Death(
    DeathCause cause,
    int attempts,
    List<AttemptError> errors,
    Instant died,
    @Field(
            "only of enrichments: whether the state of the key includes the event: no, unknown or"
                + " yes")
        Optional<String> applied) {

  /**
   * The death of an event of a group.
   *
   * @param cause why the group gave the event up
   * @param attempts how often it was handed out
   * @param errors of the attempts
   * @param died when the group gave it up
   */
  public Death(DeathCause cause, int attempts, List<AttemptError> errors, Instant died) {
    this(cause, attempts, errors, died, Optional.empty());
  }
}
