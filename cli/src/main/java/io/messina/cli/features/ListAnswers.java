package io.messina.cli.features;

import io.messina.api.feature.ListAnswer;
import io.messina.cli.terminal.ExitCodes;
import java.io.PrintWriter;
import java.util.List;

/** The messages about lists besides their items. */
final class ListAnswers {

  private static final int NAMED_MAX = 3;

  private final List<ListAnswer> answers;

  ListAnswers(List<ListAnswer> answers) {
    this.answers = answers;
  }

  /** Names the lists of which not all is shown. */
  void tellOfMore(PrintWriter stderr) {
    List<String> longer =
        answers.stream()
            .filter(ListAnswers::hasMore)
            .map(answer -> answer.entity().text())
            .toList();
    if (!longer.isEmpty()) {
      int others = longer.size() - NAMED_MAX;
      String named = String.join(", ", longer.subList(0, Math.min(NAMED_MAX, longer.size())));
      stderr.println(
          "messina: more items than shown: "
              + named
              + (others > 0 ? " and " + others + " more" : "")
              + " (for all: --limit, --before, fewer entities, or 'messina lists export')");
    }
  }

  private static boolean hasMore(ListAnswer answer) {
    return answer instanceof ListAnswer.Found found && found.next().isPresent();
  }

  /**
   * Names the lists that could not be read.
   *
   * @return the exit code; to try again is of use only if that may help all of them
   */
  int tellOfFailures(PrintWriter stderr) {
    int exitCode = ExitCodes.SUCCESS;
    for (ListAnswer answer : answers) {
      if (answer instanceof ListAnswer.Failed(var entity, var why, var retryable)) {
        stderr.println("messina: " + entity + " cannot be read: " + why);
        boolean mayHelp = retryable && exitCode != ExitCodes.FAILURE;
        exitCode = mayHelp ? ExitCodes.TRY_AGAIN : ExitCodes.FAILURE;
      }
    }
    return exitCode;
  }
}
