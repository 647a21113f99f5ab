package io.messina.client.error;

import org.jspecify.annotations.Nullable;

/** A request that failed. The type tells whether trying again helps. */
public abstract sealed class MessinaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  private final boolean retryable;

  private MessinaException(Problem problem, @Nullable Throwable cause, boolean retryable) {
    super(problem.code() + ": " + problem.detail(), cause);
    this.problem = problem;
    this.retryable = retryable;
  }

  /**
   * Returns the description of the failure.
   *
   * @return the server's words, if it answered
   */
  public Problem problem() {
    return problem;
  }

  /**
   * Whether the same request may succeed a little later.
   *
   * @return true for {@link Overloaded}, {@link Unavailable} and {@link Unknown}
   */
  public boolean retryable() {
    return retryable;
  }

  /**
   * The same from the place where it is called, as of a thread that waited for it.
   *
   * @return another exception, with this as its cause
   */
  public abstract MessinaException rethrown();

  /**
   * The stream, group, event or feature does not exist. Nothing has changed, except for the lines
   * counted by {@link Problem#imported}; trying again does not help.
   */
  public static final class NotFound extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public NotFound(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, false);
    }

    @Override
    public MessinaException rethrown() {
      return new NotFound(problem(), this);
    }
  }

  /** The request is wrong, or contradicts an existing definition. Trying again does not help. */
  public static final class Refused extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public Refused(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, false);
    }

    @Override
    public MessinaException rethrown() {
      return new Refused(problem(), this);
    }
  }

  /**
   * The server failed in an unexpected way, or its answer is not understood by this client. It may
   * have been done or not; trying again does not help until somebody has looked at it.
   */
  public static final class Failed extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public Failed(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, false);
    }

    @Override
    public MessinaException rethrown() {
      return new Failed(problem(), this);
    }
  }

  /**
   * A bounded buffer is full, in the server or in this client. Nothing was done: try again a little
   * later.
   */
  public static final class Overloaded extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public Overloaded(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, true);
    }

    @Override
    public MessinaException rethrown() {
      return new Overloaded(problem(), this);
    }
  }

  /**
   * It cannot be done now. Nothing was done, except for the parts counted by {@link Problem#stored}
   * and {@link Problem#imported}: try again.
   */
  public static final class Unavailable extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public Unavailable(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, true);
    }

    @Override
    public MessinaException rethrown() {
      return new Unavailable(problem(), this);
    }
  }

  /**
   * There was no answer, or one that does not tell: it may have been done or not. A request that
   * changes nothing when it is done twice, for example an append with the same idempotency key, can
   * be sent again.
   */
  public static final class Unknown extends MessinaException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param problem the failure
     * @param cause the exception behind it, if any
     */
    public Unknown(Problem problem, @Nullable Throwable cause) {
      super(problem, cause, true);
    }

    @Override
    public MessinaException rethrown() {
      return new Unknown(problem(), this);
    }
  }
}
