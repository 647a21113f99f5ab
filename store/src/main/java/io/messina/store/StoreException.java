package io.messina.store;

/**
 * A request that the store refused or a state it cannot work in. Of this class itself: trying again
 * does not help, since someone must change the request, the configuration or the data. Its
 * subclasses say when it does.
 */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why, in a form for programs; stable from release to release. */
  public enum Code {
    /**
     * A key, value, row or batch is larger than {@link StoreLimits} allow, or a moment lies further
     * ahead.
     */
    LIMIT_EXCEEDED,
    /** The table was never {@link Store#create created}. */
    TABLE_MISSING,
    /** A table of this name exists with another definition. */
    TABLE_DIFFERS,
    /**
     * The database, or how it is reached, is not set up as the store needs it; the message says
     * what to change.
     */
    MISCONFIGURED,
    /** Another process uses the data. */
    IN_USE,
    /** The data were written by a newer version, or are not Messina's. */
    FORMAT_UNKNOWN,
    /** The data cannot be read. */
    DAMAGED,
    /** The store was closed. */
    CLOSED,
    /** The store cannot be reached or is overloaded now. */
    UNAVAILABLE,
    /** A fenced write may or may not have applied. */
    OUTCOME_UNKNOWN
  }

  private final Code code;

  /**
   * An error without a cause of its own.
   *
   * @param code why, for programs
   * @param message why, for people: one sentence
   */
  public StoreException(Code code, String message) {
    super(message);
    this.code = code;
  }

  /**
   * An error with a cause.
   *
   * @param code why, for programs
   * @param message why, for people: one sentence
   * @param cause what the engine met
   */
  public StoreException(Code code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /**
   * Why.
   *
   * @return the stable code
   */
  public Code code() {
    return code;
  }
}
