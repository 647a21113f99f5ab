package io.messina.runtime;

import java.util.Locale;

/** A request that failed. The type tells whether a retry helps. */
public abstract sealed class RequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private RequestException(String message) {
    super(message);
  }

  /** The stream, group, event or other object does not exist. Nothing was changed. */
  public static final class NotFound extends RequestException {

    private static final long serialVersionUID = 1L;

    /** The kinds of objects that can be missing. */
    public enum Kind {
      /** A stream, or the requested creation of it. */
      STREAM,
      /** A group, or the requested creation of it. */
      GROUP,
      /** An event. */
      EVENT,
      /** A feature, a version of it, or a feed. */
      FEATURE,
      /** An aggregate. */
      AGGREGATE,
      /** An enrichment. */
      ENRICHMENT,
      /** A sink. */
      SINK
    }

    private final Kind kind;

    /**
     * @param kind of the missing object
     * @param message such as {@code stream: edits (expected: one that was created)}
     */
    public NotFound(Kind kind, String message) {
      super(message);
      this.kind = kind;
    }

    /**
     * Makes the exception for an object that was never created under a name, or is deleted.
     *
     * @param kind of the missing object
     * @param name which was asked for
     */
    public static NotFound of(Kind kind, String name) {
      return new NotFound(
          kind,
          "%s: %s (expected: one that was created)"
              .formatted(kind.name().toLowerCase(Locale.ROOT), name));
    }

    /** Returns the kind of the missing object. */
    public Kind kind() {
      return kind;
    }
  }

  /** The request is wrong, or contradicts an existing definition: a retry does not help. */
  public static final class Refused extends RequestException {

    private static final long serialVersionUID = 1L;

    /** The reasons of a refusal. */
    public enum Reason {
      /** A value is too small, too large, or there are too many of something. */
      OUT_OF_BOUNDS,
      /** More than fits into one write was requested at once. */
      TOO_LARGE,
      /**
       * The existing definition differs in a property that cannot change, such as the number of a
       * stream's shards.
       */
      CONFLICT,
      /** The idempotency key belongs to another event already. */
      KEY_USED,
      /** It belongs to the server itself. */
      RESERVED,
      /** A stream, group or feature with these options cannot do it. */
      UNFIT
    }

    private final Reason reason;

    /**
     * @param reason of the refusal
     * @param message such as {@code shards: 12 (expected: a power of two from 1 to 4096)}
     */
    public Refused(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /** Returns the reason of the refusal. */
    public Reason reason() {
      return reason;
    }
  }

  /** A bounded buffer is full. Nothing was changed: retry a little later. */
  public static final class Overloaded extends RequestException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message names the buffer, such as {@code edits~1/7: 16777216 bytes of appends wait}
     */
    public Overloaded(String message) {
      super(message);
    }
  }

  /** It cannot be done now, and has certainly not been done: retry. */
  public static sealed class Unavailable extends RequestException
      permits OwnerUnreachable, MembersUnreachable {

    private static final long serialVersionUID = 1L;

    /**
     * @param message such as {@code edits~1/7: no owner}
     */
    public Unavailable(String message) {
      super(message);
    }
  }

  /**
   * This node does not reach the owner of a shard, although both are alive: the network between
   * them is broken. It has certainly not been done: retry, or ask another node.
   */
  public static final class OwnerUnreachable extends Unavailable {

    private static final long serialVersionUID = 1L;

    /**
     * @param message names the shard and the addresses of both nodes
     */
    public OwnerUnreachable(String message) {
      super(message);
    }
  }

  /**
   * Nothing was changed, because another member of the cluster does not answer, although it lives:
   * retry.
   */
  public static final class MembersUnreachable extends Unavailable {

    private static final long serialVersionUID = 1L;

    /**
     * @param message names both ends
     */
    public MembersUnreachable(String message) {
      super(message);
    }
  }

  /**
   * There was no answer: it may have been done or not. A request that changes nothing when
   * repeated, such as an append with an idempotency key, can be sent again.
   */
  public static final class Unknown extends RequestException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message such as {@code edits~1/7: the append may be stored or not}
     */
    public Unknown(String message) {
      super(message);
    }
  }
}
