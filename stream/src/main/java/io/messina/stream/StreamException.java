package io.messina.stream;

/** What a stream cannot do for its caller. The type tells whether trying again helps. */
public abstract sealed class StreamException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private StreamException(String message) {
    super(message);
  }

  /** There is no such stream, group or event. Nothing has changed. */
  public static final class NotFound extends StreamException {

    private static final long serialVersionUID = 1L;

    /** What can be missing. */
    public enum Kind {
      /** A stream, or the creation of it that is meant. */
      STREAM,
      /** A group, or the creation of it that is meant. */
      GROUP,
      /** An event. */
      EVENT
    }

    private final Kind kind;

    /**
     * What is missing.
     *
     * @param kind of thing
     * @param message as in {@code stream: edits (expected: one that was created)}
     */
    public NotFound(Kind kind, String message) {
      super(message);
      this.kind = kind;
    }

    /**
     * What is missing.
     *
     * @return the kind of thing
     */
    public Kind kind() {
      return kind;
    }
  }

  /** The request is wrong, or contradicts what is there: trying again does not help. */
  public static final class Refused extends StreamException {

    private static final long serialVersionUID = 1L;

    /** What can be wrong. */
    public enum Reason {
      /** A value is too small, too large, or there are too many of something. */
      OUT_OF_BOUNDS,
      /** What is there is otherwise, and stays so, as the number of a stream's shards. */
      CONFLICT,
      /** The idempotency key belongs to another event already. */
      KEY_USED,
      /** What is asked for is nothing that a stream or group with these options can do. */
      UNFIT
    }

    private final Reason reason;

    /**
     * Why.
     *
     * @param reason what is wrong
     * @param message as in {@code shards: 12 (expected: a power of two from 1 to 4096)}
     */
    public Refused(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /**
     * What is wrong.
     *
     * @return the reason
     */
    public Reason reason() {
      return reason;
    }
  }

  /** A bounded buffer is full. Nothing of what is meant has changed: try again a little later. */
  public static final class Overloaded extends StreamException {

    private static final long serialVersionUID = 1L;

    /**
     * Which buffer.
     *
     * @param message as in {@code edits~1/7: 16777216 bytes wait already}
     */
    public Overloaded(String message) {
      super(message);
    }
  }

  /** It cannot be done now, and has certainly not been done: try again. */
  public static final class Unavailable extends StreamException {

    private static final long serialVersionUID = 1L;

    /**
     * Why.
     *
     * @param message as in {@code edits~1/7: no owner}
     */
    public Unavailable(String message) {
      super(message);
    }
  }

  /**
   * There was no answer: it may have been done or not. What changes nothing when it is done twice,
   * as an append with an idempotency key, can be sent again.
   */
  public static final class Unknown extends StreamException {

    private static final long serialVersionUID = 1L;

    /**
     * What is unknown.
     *
     * @param message as in {@code edits~1/7: the append may be stored or not}
     */
    public Unknown(String message) {
      super(message);
    }
  }
}
