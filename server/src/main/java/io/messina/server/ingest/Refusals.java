package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lines of a body that are no events. For one thread. */
final class Refusals {

  /** The most refused lines of a problem. */
  private static final int LISTED_MAX = 100;

  private final List<RefusedLine> lines = new ArrayList<>();
  private @Nullable ProblemCode firstCode;

  void add(int line, Refusal refusal) {
    firstCode = lines.isEmpty() ? refusal.code() : firstCode;
    lines.add(new RefusedLine(line, refusal.sentence()));
  }

  int size() {
    return lines.size();
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /**
   * All refused lines.
   *
   * @param partial whether there may be some
   * @throws ProblemException if there may not, with the first 100
   */
  List<RefusedLine> listed(boolean partial) {
    if (firstCode != null && !partial) {
      List<RefusedLine> listed = lines.subList(0, Math.min(LISTED_MAX, lines.size()));
      throw new ProblemException(
          new ProblemAnswer(
              firstCode,
              "line " + listed.getFirst().line() + ": " + listed.getFirst().detail(),
              Map.of("refused", listed, "refused_count", lines.size())));
    }
    return List.copyOf(lines);
  }
}
