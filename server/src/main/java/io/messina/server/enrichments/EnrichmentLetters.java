package io.messina.server.enrichments;

import io.messina.api.AttemptError;
import io.messina.api.Death;
import io.messina.api.DeathCause;
import io.messina.api.Redrive;
import io.messina.enrichment.EnrichmentDeadLetter;
import io.messina.enrichment.EnrichmentDeadLetters;
import io.messina.server.streams.DeadLetterRoutes;
import io.messina.stream.EventAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The dead letters of an enrichment.
 *
 * @param dead which
 */
record EnrichmentLetters(EnrichmentDeadLetters dead) implements DeadLetterRoutes.Letters {

  @Override
  public List<DeadLetterRoutes.Letter> read(int max, Optional<EventAddress> after) {
    return dead.read(max, after).stream()
        .map(letter -> new DeadLetterRoutes.Letter(letter.stored(), death(letter)))
        .toList();
  }

  private static Death death(EnrichmentDeadLetter letter) {
    int attempts = Math.max(1, letter.attempts()); // those at the database alone were counted
    return new Death(
        DeathCause.valueOf(letter.cause().name()),
        attempts,
        List.of(new AttemptError(attempts, letter.error())),
        letter.died(),
        Optional.of(letter.applied().name().toLowerCase(Locale.ROOT)));
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
