package io.messina.server.streams;

import io.messina.api.AttemptError;
import io.messina.api.Death;
import io.messina.api.Redrive;
import io.messina.stream.EventAddress;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobLetters;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a job, such as a sink or an enrichment.
 *
 * @param letters of the job
 */
public record LettersOfJob(JobLetters letters) implements DeadLetterRoutes.Letters {

  @Override
  public List<DeadLetterRoutes.Letter> read(int max, Optional<EventAddress> after) {
    return letters.read(max, after).stream()
        .map(letter -> new DeadLetterRoutes.Letter(letter.stored(), death(letter)))
        .toList();
  }

  /** With a state, the step that failed is an attempt, also if no request was sent. */
  private static Death death(JobDeadLetters.Letter letter) {
    int tried = Math.max(1, letter.attempts());
    return new Death(
        letter.cause(),
        letter.applied().isPresent() ? tried : letter.attempts(),
        List.of(new AttemptError(tried, letter.reason())),
        letter.died(),
        letter.applied());
  }

  @Override
  public int redrive(Redrive redrive) {
    return letters.redrive(redrive);
  }

  @Override
  public int discard(List<EventAddress> ids) {
    return letters.discard(ids);
  }

  @Override
  public int discardAll() {
    return letters.discardAll();
  }
}
