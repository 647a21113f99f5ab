package io.messina.server.sinks;

import io.messina.api.AttemptError;
import io.messina.api.Death;
import io.messina.api.DeathCause;
import io.messina.api.Redrive;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.sink.SinkDeadLetters;
import io.messina.stream.EventAddress;
import io.messina.stream.follow.JobDeadLetters;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a sink.
 *
 * @param dead which
 */
record SinkLetters(SinkDeadLetters dead) implements DeadLetterRoutes.Letters {

  @Override
  public List<DeadLetterRoutes.Letter> read(int max, Optional<EventAddress> after) {
    return dead.read(max, after).stream()
        .map(letter -> new DeadLetterRoutes.Letter(letter.stored(), death(letter)))
        .toList();
  }

  private static Death death(JobDeadLetters.Letter letter) {
    return new Death(
        DeathCause.REJECTED,
        letter.attempts(),
        List.of(new AttemptError(Math.max(1, letter.attempts()), letter.reason())),
        letter.died());
  }

  @Override
  public int redrive(Redrive redrive) {
    return dead.redrive(redrive);
  }

  @Override
  public int discard(List<EventAddress> ids) {
    return dead.discard(ids);
  }

  @Override
  public int discardAll() {
    return dead.discardAll();
  }
}
