package io.messina.stream.append;

import io.messina.stream.append.PendingAppend.Stretch;
import io.messina.stream.lane.AppendException;
import io.messina.stream.lane.Appended;
import io.messina.stream.lane.LaneWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The parts of an append that were handed to the lane.
 *
 * @param stretches all of them
 * @param answers of those that were handed over; only the last one may have been refused
 */
record SentParts(List<Stretch> stretches, List<CompletableFuture<Appended>> answers) {

  /** How many parts are stored, and the most severe failure of another. */
  record Outcome(int stored, Optional<Throwable> worst) {

    /** Whether the lane was full, and nothing worse happened. */
    boolean isFull() {
      return worst.filter(each -> each instanceof AppendException.LaneFull).isPresent();
    }
  }

  /** Hands parts to the lane until one is refused; releases that one and those after it. */
  static SentParts to(LaneWriter lane, PendingAppend append, Decisions decisions) {
    List<Stretch> stretches = append.stretches();
    List<CompletableFuture<Appended>> answers = new ArrayList<>();
    boolean open = true;
    for (int i = 0; open && i < stretches.size(); i++) {
      CompletableFuture<Appended> answer =
          lane.appendLater(stretches.get(i).events(), stretches.get(i).firstIndex());
      answers.add(answer);
      open = !isTurnedAway(answer);
    }
    if (!open) {
      stretches
          .subList(answers.size() - 1, stretches.size())
          .reversed()
          .forEach(stretch -> decisions.release(append, stretch));
    }
    return new SentParts(stretches, answers);
  }

  void whenAnswered(Runnable task) {
    var _ =
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
            .whenComplete((all, failure) -> task.run());
  }

  /** The outcome, after all answers have come. */
  Outcome outcome(PendingAppend append) {
    Optional<Throwable> worst = Optional.empty();
    int stored = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i).isCompletedExceptionally()) {
        worst = Optional.of(worse(worst, answers.get(i).exceptionNow()));
      } else {
        append.stored(stretches.get(i), answers.get(i).join());
        stored++;
      }
    }
    return new Outcome(stored, worst);
  }

  private static Throwable worse(Optional<Throwable> before, Throwable next) {
    return before.filter(each -> each instanceof AppendException.Unknown).orElse(next);
  }

  private static boolean isTurnedAway(CompletableFuture<Appended> answer) {
    return answer.isCompletedExceptionally()
        && !(answer.exceptionNow() instanceof AppendException.Unknown);
  }
}
