package io.messina.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a dead letter says beside its event.
 *
 * @param cause why the group, the enrichment or the sink gave the event up
 * @param attempts how often it was tried
 * @param errors of the attempts
 * @param died when it was given up
 * @param applied only of enrichments: whether the state of its key has it, {@code no}, {@code
 *     unknown} or {@code yes}
 */
public record Death(
    DeathCause cause,
    int attempts,
    List<AttemptError> errors,
    Instant died,
    @Field("only of enrichments: whether the state of its key has it, no, unknown or yes")
        Optional<String> applied) {

  /**
   * That of an event of a group.
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
