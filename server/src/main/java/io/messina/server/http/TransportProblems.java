package io.messina.server.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemAnswer;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers input that is no request: malformed lines and headers of HTTP. It logs each of them as a
 * request, once Helidon says on which connection. Safe for use by many threads.
 */
final class TransportProblems implements DirectHandler, Http1ConnectionListener {

  /** Helidon's message about headers over its limit, for which it has no status. */
  private static final String HEADERS_TOO_LARGE = "Header size exceeded";

  /** Helidon gives the whole first line as the version if it knows neither. */
  private static final Pattern OTHER_VERSION =
      Pattern.compile("HTTP/1\\.0|.* HTTP/(?!1\\.1/)[0-9.]+/");

  private static final ThreadLocal<TransportRequest> ANSWERED = new ThreadLocal<>();

  DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, this);
    }
    return handlers.build();
  }

  @Override
  public TransportResponse handle(
      TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    ProblemCode code = code(request, type, status, message);
    ProblemAnswer problem = new ProblemAnswer(code, sentence(code, status), Map.of());
    headers.set(HeaderNames.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE);
    ANSWERED.set(request);
    return TransportResponse.builder()
        .status(Status.create(code.status()))
        .headers(headers)
        .keepAlive(false)
        .entity(problem.toJson())
        .build();
  }

  /** Every answer begins so; that of a route is logged by the dispatcher. */
  @Override
  public void status(ConnectionContext context, Status status) {
    TransportRequest request = ANSWERED.get();
    if (request != null) {
      ANSWERED.remove();
      AccessLog.refused(
          context.remotePeer().host(), request.method(), request.path(), status.code());
    }
  }

  private static String sentence(ProblemCode code, Status status) {
    if (status.code() == Status.REQUEST_URI_TOO_LONG_414.code()) {
      return "request line: too long (expected: at most 4,096 bytes with its path and query)";
    }
    return switch (code) {
      case HEADERS_TOO_LARGE -> "headers: too large (expected: at most 16 KiB, all together)";
      case HTTP_VERSION -> "request line: another version (expected: HTTP/1.1)";
      case INTERNAL -> "the request failed before it came to a route";
      default ->
          "request line, headers or chunks (expected: HTTP/1.1 as RFC 9112 has it, with one"
              + " Content-Length of digits or with chunks; quotation marks, braces, blanks and the"
              + " like in a path or query are percent-encoded, as in %22)";
    };
  }

  private static ProblemCode code(
      TransportRequest request, EventType type, Status status, @Nullable String message) {
    if (HEADERS_TOO_LARGE.equals(message)) {
      return ProblemCode.HEADERS_TOO_LARGE;
    }
    if (OTHER_VERSION.matcher(request.protocolVersion()).matches()) {
      return ProblemCode.HTTP_VERSION;
    }
    boolean isTheirs = type != EventType.INTERNAL_ERROR && type != EventType.OTHER;
    if (!isTheirs && status.code() >= Status.INTERNAL_SERVER_ERROR_500.code()) {
      return ProblemCode.INTERNAL;
    }
    return status.code() == ProblemCode.TOO_LARGE.status()
        ? ProblemCode.TOO_LARGE
        : ProblemCode.BAD_REQUEST;
  }
}
