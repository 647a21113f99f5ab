package io.messina.server.problem;

import io.messina.api.ProblemCode;
import java.util.Map;

/** Ends a request with a problem. It is an answer, not an accident: it has no stack trace. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ProblemAnswer problem;

  /**
   * A problem.
   *
   * @param problem what the response says
   */
  public ProblemException(ProblemAnswer problem) {
    super(problem.code() + ": " + problem.detail(), null, false, false);
    this.problem = problem;
  }

  /**
   * A problem without further fields.
   *
   * @param code what kind of problem
   * @param detail one sentence
   */
  public ProblemException(ProblemCode code, String detail) {
    this(new ProblemAnswer(code, detail, Map.of()));
  }

  /** What the response says. */
  public ProblemAnswer problem() {
    return problem;
  }
}
