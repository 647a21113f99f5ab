package io.messina.peers.call;

import io.messina.runtime.BoundedBytes;
import io.messina.runtime.GrowingBytes;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.NotFound;
import io.messina.runtime.RequestException.Overloaded;
import io.messina.runtime.RequestException.Refused;
import io.messina.runtime.RequestException.Unavailable;
import io.messina.runtime.RequestException.Unknown;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import java.util.List;
import java.util.function.Function;

/**
 * The answer to a call, or its exception, as bytes.
 *
 * <pre>
 *   | version 1 | 0 answer, or the number of an exception | its parts | parts of later versions |
 * </pre>
 *
 * <p>Exceptions: 1 not the owner: shard, address and epoch of the owner, optional · 2 not found:
 * kind, message · 3 refused: reason, message · 4 overloaded · 5 unavailable · 6 unknown outcome · 7
 * not carried out, because the request is not understood · 8 anything else, after which it may have
 * been done: each with its message.
 */
final class Answers {

  private static final int CAPACITY = 128;

  private static final int DONE = 0;
  private static final int NOT_OWNER = 1;
  private static final int NOT_FOUND = 2;
  private static final int REFUSED = 3;
  private static final int OVERLOADED = 4;
  private static final int UNAVAILABLE = 5;
  private static final int UNKNOWN = 6;
  private static final int NOT_UNDERSTOOD = 7;
  private static final int FAILED = 8;

  private static final Form<NotOwnerException> NOT_OWNER_FORM =
      Form.of(
          Forms.SHARD,
          NotOwnerException::shard,
          Form.of(
                  Forms.TEXT,
                  OwnerAddress::address,
                  Forms.COUNT,
                  OwnerAddress::epoch,
                  OwnerAddress::new)
              .optional(),
          NotOwnerException::hint,
          NotOwnerException::new);

  private static final Form<NotFound> NOT_FOUND_FORM =
      Form.of(
          Forms.oneOf(
              List.of(
                  NotFound.Kind.STREAM,
                  NotFound.Kind.GROUP,
                  NotFound.Kind.EVENT,
                  NotFound.Kind.FEATURE,
                  NotFound.Kind.AGGREGATE,
                  NotFound.Kind.ENRICHMENT,
                  NotFound.Kind.SINK)),
          NotFound::kind,
          Forms.TEXT,
          Answers::message,
          NotFound::new);

  private static final Form<Refused> REFUSED_FORM =
      Form.of(
          Forms.oneOf(
              List.of(
                  Refused.Reason.OUT_OF_BOUNDS,
                  Refused.Reason.TOO_LARGE,
                  Refused.Reason.CONFLICT,
                  Refused.Reason.KEY_USED,
                  Refused.Reason.RESERVED,
                  Refused.Reason.UNFIT)),
          Refused::reason,
          Forms.TEXT,
          Answers::message,
          Refused::new);

  private Answers() {}

  static <A> byte[] done(Form<A> form, A answer) {
    return bytes(DONE, form, answer);
  }

  static byte[] notUnderstood(IllegalArgumentException why) {
    return bytes(NOT_UNDERSTOOD, Forms.TEXT, message(why));
  }

  /** Encodes the exception that a call has thrown. */
  static byte[] failed(RuntimeException failure) {
    return switch (failure) {
      case NotOwnerException e -> bytes(NOT_OWNER, NOT_OWNER_FORM, e);
      case RequestException e -> failed(e);
      default -> bytes(FAILED, Forms.TEXT, failure.toString());
    };
  }

  private static byte[] failed(RequestException failure) {
    return switch (failure) {
      case NotFound e -> bytes(NOT_FOUND, NOT_FOUND_FORM, e);
      case Refused e -> bytes(REFUSED, REFUSED_FORM, e);
      case Overloaded e -> bytes(OVERLOADED, Forms.TEXT, message(e));
      case Unavailable e -> bytes(UNAVAILABLE, Forms.TEXT, message(e));
      case Unknown e -> bytes(UNKNOWN, Forms.TEXT, message(e));
    };
  }

  private static <T> byte[] bytes(int what, Form<T> form, T value) {
    GrowingBytes out = new GrowingBytes(CAPACITY);
    CallKind.putVersion(out);
    out.putVarint(what);
    form.put(out, value);
    return CallKind.bytes(out);
  }

  /**
   * Decodes an answer.
   *
   * @param form of the answer that is expected
   * @throws NotOwnerException as the node threw it
   * @throws RequestException as the node threw it
   * @throws PeerException for anything else that the node threw
   * @throws IllegalArgumentException if it is no answer
   */
  static <A> A decode(byte[] bytes, Form<A> form) {
    BoundedBytes in = new BoundedBytes(bytes, 0, bytes.length);
    CallKind.checkVersion(in);
    int what = Forms.takeInt(in, FAILED);
    if (what == DONE) {
      return form.takeFirst(in);
    }
    throw failure(what, in);
  }

  private static RuntimeException failure(int what, BoundedBytes in) {
    return switch (what) {
      case NOT_OWNER -> NOT_OWNER_FORM.takeFirst(in);
      case NOT_FOUND -> NOT_FOUND_FORM.takeFirst(in);
      case REFUSED -> REFUSED_FORM.takeFirst(in);
      case OVERLOADED -> said(in, Overloaded::new);
      case UNAVAILABLE -> said(in, Unavailable::new);
      case UNKNOWN -> said(in, Unknown::new);
      case NOT_UNDERSTOOD -> said(in, why -> new PeerException(why, false));
      default -> said(in, why -> new PeerException(why, true));
    };
  }

  private static RuntimeException said(
      BoundedBytes in, Function<String, RuntimeException> exception) {
    return exception.apply(Forms.TEXT.takeFirst(in));
  }

  private static String message(RuntimeException e) {
    return String.valueOf(e.getMessage());
  }
}
