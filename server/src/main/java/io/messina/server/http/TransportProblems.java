package io.messina.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.problem.ProblemAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers input that is no request: malformed lines and headers of HTTP. */
final class TransportProblems implements DirectHandler {

  static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, new TransportProblems());
    }
    return handlers.build();
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      String message) {
    ProblemCode code = code(type, status);
    ProblemAnswer problem = new ProblemAnswer(code, sentence(status, message), Map.of());
    headers.set(HeaderNames.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE);
    return TransportResponse.builder()
        .status(Status.create(code.status()))
        .headers(headers)
        .keepAlive(false)
        .entity(problem.toJson())
        .build();
  }

  /** Helidon does not always say what is wrong with a request. */
  private static String sentence(Status status, @Nullable String message) {
    if (status.code() == Status.REQUEST_URI_TOO_LONG_414.code()) {
      return "request line: too long (expected: at most 4,096 bytes with its path and query)";
    }
    return message == null
        ? "request line, headers or chunks (expected: HTTP/1.1 as RFC 9112 has it, with one"
            + " Content-Length of digits or with chunks; quotation marks, braces, blanks and the"
            + " like in a path or query are percent-encoded, as in %22)"
        : Shown.sentence(message);
  }

  private static ProblemCode code(EventType type, Status status) {
    return switch (type) {
      case BAD_REQUEST, FORBIDDEN -> ofStatus(status);
      case PAYLOAD_TOO_LARGE -> ProblemCode.TOO_LARGE;
      case HTTP_VERSION_NOT_SUPPORTED -> ProblemCode.HTTP_VERSION;
      case INTERNAL_ERROR, OTHER ->
          status.code() < Status.INTERNAL_SERVER_ERROR_500.code()
              ? ofStatus(status)
              : ProblemCode.INTERNAL;
    };
  }

  private static ProblemCode ofStatus(Status status) {
    return status.code() == ProblemCode.TOO_LARGE.status()
        ? ProblemCode.TOO_LARGE
        : ProblemCode.BAD_REQUEST;
  }
}
