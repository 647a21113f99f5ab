package io.messina.server.problem;

import io.messina.api.ProblemCode;
import io.messina.api.WireException;
import io.messina.messaging.NotDefinedException;
import io.messina.runtime.RequestException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.node.PartlyDoneException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns an exception into a problem; logs an unexpected one, once. */
public final class Problems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private final Supplier<String> ids;

  /** Problems of one server. */
  public Problems(Supplier<String> ids) {
    this.ids = ids;
  }

  /**
   * The problem of an exception.
   *
   * @param request the request, logged with an unforeseen one, as in {@code GET /v1/streams/edits}
   */
  public ProblemAnswer of(Throwable thrown, String request) {
    return switch (thrown) {
      case ProblemException e -> e.problem();
      case RequestException e -> problem(codeOf(e), e);
      case PartlyDoneException e ->
          new ProblemAnswer(
              ProblemCode.UNKNOWN_OUTCOME,
              String.valueOf(e.getMessage()),
              Map.of("done", e.done(), "missing", e.missing()));
      case NotDefinedException e -> problem(ProblemCode.MESSAGING_NOT_FOUND, e);
      case WireException e -> problem(e.fault().code(), e);
      case UnknownOutcomeException e -> problem(ProblemCode.UNKNOWN_OUTCOME, e);
      case StoreUnavailableException e -> problem(ProblemCode.UNAVAILABLE, e);
      case CompletionException e when e.getCause() != null -> of(e.getCause(), request);
      case ExecutionException e when e.getCause() != null -> of(e.getCause(), request);
      default -> internal(thrown, request);
    };
  }

  /** The code of a failure. */
  public static ProblemCode codeOf(RequestException thrown) {
    return switch (thrown) {
      case RequestException.NotFound e -> absent(e.kind());
      case RequestException.Refused e -> refused(e.reason());
      case RequestException.Overloaded _ -> ProblemCode.OVERLOADED;
      case RequestException.MembersUnreachable _ -> ProblemCode.MEMBERS_UNREACHABLE;
      case RequestException.OwnerUnreachable _ -> ProblemCode.OWNER_UNREACHABLE;
      case RequestException.Unavailable _ -> ProblemCode.UNAVAILABLE;
      case RequestException.Unknown _ -> ProblemCode.UNKNOWN_OUTCOME;
    };
  }

  private static ProblemCode absent(RequestException.NotFound.Kind kind) {
    return switch (kind) {
      case STREAM -> ProblemCode.STREAM_NOT_FOUND;
      case GROUP -> ProblemCode.GROUP_NOT_FOUND;
      case EVENT -> ProblemCode.EVENT_NOT_FOUND;
      case FEATURE -> ProblemCode.FEATURE_NOT_FOUND;
      case AGGREGATE -> ProblemCode.AGGREGATE_NOT_FOUND;
      case ENRICHMENT -> ProblemCode.ENRICHMENT_NOT_FOUND;
      case SINK -> ProblemCode.SINK_NOT_FOUND;
    };
  }

  private static ProblemCode refused(RequestException.Refused.Reason reason) {
    return switch (reason) {
      case OUT_OF_BOUNDS -> ProblemCode.OUT_OF_BOUNDS;
      case TOO_LARGE -> ProblemCode.TOO_LARGE;
      case CONFLICT -> ProblemCode.CONFLICT;
      case KEY_USED -> ProblemCode.KEY_CONFLICT;
      case RESERVED -> ProblemCode.RESERVED;
      case UNFIT -> ProblemCode.BAD_REQUEST;
    };
  }

  private static ProblemAnswer problem(ProblemCode code, Throwable thrown) {
    String message = thrown.getMessage();
    return new ProblemAnswer(code, message == null ? code.title() : message, Map.of());
  }

  private ProblemAnswer internal(Throwable thrown, String request) {
    String id = ids.get();
    LOG.error("{} failed, problem {}", request, id, thrown);
    return new ProblemAnswer(
        ProblemCode.INTERNAL, "The log of the server has more under " + id + ".", Map.of("id", id));
  }
}
