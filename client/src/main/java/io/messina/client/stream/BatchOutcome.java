package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.EventId;
import io.messina.api.RefusedLine;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.internal.ProblemAnswers;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Completes the events of a request with their outcomes. */
final class BatchOutcome {

  private BatchOutcome() {}

  static void tell(
      List<PendingEvent> batch, @Nullable Appended answer, @Nullable Throwable failure) {
    if (answer != null) {
      answered(batch, answer);
    } else {
      failed(batch, ProblemAnswers.of(failure == null ? new IllegalStateException() : failure));
    }
  }

  private static void answered(List<PendingEvent> batch, Appended answer) {
    Iterator<Optional<EventId>> ids = answer.ids().iterator();
    Map<Integer, String> refusals =
        answer.refused().stream()
            .collect(
                Collectors.toMap(RefusedLine::line, RefusedLine::detail, (one, _another) -> one));
    for (int line = 0; line < batch.size(); line++) {
      String refused = refusals.get(line);
      if (refused != null) {
        batch.get(line).stored().completeExceptionally(refused(refused));
      } else if (ids.hasNext()) {
        batch.get(line).stored().complete(ids.next());
      } else {
        batch.get(line).stored().completeExceptionally(tooShort());
      }
    }
  }

  /** The problem tells which events were stored nevertheless. */
  private static void failed(List<PendingEvent> batch, MessinaException failure) {
    List<Optional<EventId>> ids = failure.problem().stored().map(Appended::ids).orElse(List.of());
    for (int line = 0; line < batch.size(); line++) {
      Optional<EventId> id = ids.size() == batch.size() ? ids.get(line) : Optional.empty();
      if (id.isPresent()) {
        batch.get(line).stored().complete(id);
      } else {
        batch.get(line).stored().completeExceptionally(failure);
      }
    }
  }

  private static MessinaException refused(String detail) {
    return new MessinaException.Refused(Problem.of("refused", detail), null);
  }

  private static MessinaException tooShort() {
    return new MessinaException.Failed(Problem.of("bad_answer", "fewer ids than events"), null);
  }
}
