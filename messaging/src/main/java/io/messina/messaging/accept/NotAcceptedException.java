package io.messina.messaging.accept;

import io.messina.api.ProblemCode;
import io.messina.api.WireException;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;

/** A message that is not accepted. It is an answer, not an accident: it has no stack trace. */
public final class NotAcceptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ProblemCode code;

  /**
   * Creates an exception without a stack trace.
   *
   * @param sentence as in {@code to: +39 (expected: a number of a possible length)}
   */
  NotAcceptedException(ProblemCode code, String sentence) {
    super(sentence, null, false, false);
    this.code = code;
  }

  /** The code of the problem. */
  public ProblemCode code() {
    return code;
  }

  /**
   * Translates a failure of acceptance.
   *
   * @throws RuntimeException the same, if it is a bug
   */
  static NotAcceptedException of(RuntimeException thrown) {
    return switch (thrown) {
      case NotAcceptedException e -> e;
      case WireException e -> of(e.fault().code(), e);
      case NotDefinedException e -> of(ProblemCode.MESSAGING_NOT_FOUND, e);
      case IllegalArgumentException e -> of(ProblemCode.OUT_OF_BOUNDS, e);
      case RequestException e -> of(code(e), e);
      case StoreException e -> of(ProblemCode.UNAVAILABLE, e);
      default -> throw thrown;
    };
  }

  static NotAcceptedException of(ProblemCode code, RuntimeException thrown) {
    return new NotAcceptedException(code, String.valueOf(thrown.getMessage()));
  }

  /** A missing stream will be created soon. */
  private static ProblemCode code(RequestException thrown) {
    return switch (thrown) {
      case RequestException.NotFound _, RequestException.Unavailable _ -> ProblemCode.UNAVAILABLE;
      case RequestException.Refused _ -> ProblemCode.OUT_OF_BOUNDS;
      case RequestException.Overloaded _ -> ProblemCode.OVERLOADED;
      case RequestException.Unknown _ -> ProblemCode.UNKNOWN_OUTCOME;
    };
  }
}
