package io.messina.server.problem;

import io.messina.api.ProblemCode;
import java.util.Map;

/** Ends a request with a problem. It is an answer, not an accident: it has no stack trace. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ProblemAnswer problem;

  /** A problem. */
  public ProblemException(ProblemAnswer problem) {
    super(problem.code() + ": " + problem.detail(), null, false, false);
    this.problem = problem;
  }

  /** A problem without further fields. */
  public ProblemException(ProblemCode code, String detail) {
    this(new ProblemAnswer(code, detail, Map.of()));
  }

  /** The answer. */
  public ProblemAnswer problem() {
    return problem;
  }
}
