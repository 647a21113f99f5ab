package io.messina.cli.remote;

import io.messina.api.EventId;
import io.messina.client.error.MessinaException;
import io.messina.client.group.DeadLetters;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Hands all dead letters of a group out again, page by page, and each letter once: an event that
 * dies again during this stays. A page is done when none of its letters is listed any more, so
 * letters for which the group has no room come later, and a server that is away loses none.
 */
final class RedriveOfAll {

  private final Function<Optional<EventId>, DeadLetters> list;
  private final ToIntFunction<List<EventId>> redrive;
  private final Runnable pause;
  private final LongConsumer progress;
  private int count;

  /**
   * All of a group.
   *
   * @param list the page behind a letter, or the first one
   * @param redrive hands some out again; says how many it did
   * @param pause waits a moment
   * @param progress is told how many more are handed out
   */
  RedriveOfAll(
      Function<Optional<EventId>, DeadLetters> list,
      ToIntFunction<List<EventId>> redrive,
      Runnable pause,
      LongConsumer progress) {
    this.list = list;
    this.redrive = redrive;
    this.pause = pause;
    this.progress = progress;
  }

  /** Returns how many are handed out again. */
  int run() {
    Optional<EventId> after = Optional.empty();
    do {
      DeadLetters page = list(after);
      redrive(page, after);
      after = page.next();
    } while (after.isPresent());
    return count;
  }

  private void redrive(DeadLetters page, Optional<EventId> after) {
    Map<EventId, Instant> left = died(page);
    while (!left.isEmpty()) {
      List<EventId> ids = List.copyOf(left.keySet());
      int redriven = patient(() -> redrive.applyAsInt(ids)).orElse(0);
      if (redriven == ids.size()) {
        left.clear();
      } else {
        // There was no room, others have taken some, or the outcome is unknown: the remaining
        // letters show it.
        Map<EventId, Instant> listed = died(list(after));
        left.entrySet().removeIf(letter -> !letter.getValue().equals(listed.get(letter.getKey())));
      }
      count += ids.size() - left.size();
      progress.accept(ids.size() - left.size());
      if (!left.isEmpty()) {
        pause.run();
      }
    }
  }

  private DeadLetters list(Optional<EventId> after) {
    Optional<DeadLetters> listed = Optional.empty();
    while (listed.isEmpty()) {
      listed = patient(() -> list.apply(after));
    }
    return listed.get();
  }

  /** When they died: one that was handed out and died again is another one. */
  private static Map<EventId, Instant> died(DeadLetters page) {
    Map<EventId, Instant> died = new LinkedHashMap<>();
    page.deadLetters().forEach(dead -> died.put(dead.event().id(), dead.death().died()));
    return died;
  }

  /** Empty, after a pause, if the server does not answer or the outcome is unknown. */
  private <T> Optional<T> patient(Supplier<T> request) {
    try {
      return Optional.of(request.get());
    } catch (MessinaException e) {
      if (!e.retryable()) {
        throw e;
      }
      pause.run();
      return Optional.empty();
    }
  }
}
