package io.messina.client.internal;

import io.messina.api.Appended;
import io.messina.api.Durations;
import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.api.Wire;
import io.messina.api.feature.AddedItems;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Maps failed requests and answers with an error status to exceptions. */
public final class ProblemAnswers {

  public static final String TOO_LARGE = "answer_too_large";

  static final String NOT_CONNECTED = "not_connected";

  private static final String NOT_TRUSTED = "not_trusted";
  private static final String NO_ANSWER = "no_answer";
  private static final String TIME_OUT = "time_out";
  private static final String BY_PROXY = "http_";

  private static final int DETAIL_CHARS_MAX = 200;

  private ProblemAnswers() {}

  /** Maps an answer whose status is not in the 200s. */
  public static MessinaException of(Answer answer) {
    Problem problem = read(answer);
    if (problem.is(ProblemCode.KEY_PENDING)) {
      return new MessinaException.Unavailable(problem, null);
    }
    return switch (answer.status()) {
      case 404 -> new MessinaException.NotFound(problem, null);
      case 429 -> new MessinaException.Overloaded(problem, null);
      case 408, 502, 504 -> new MessinaException.Unknown(problem, null);
      case 503 -> unavailable(problem);
      default ->
          answer.status() >= 400 && answer.status() < 500
              ? new MessinaException.Refused(problem, null)
              : new MessinaException.Failed(problem, null);
    };
  }

  /**
   * A 503 without a code comes from a proxy, not from the server; the proxy may have asked the
   * server.
   */
  private static MessinaException unavailable(Problem problem) {
    return problem.is(ProblemCode.UNKNOWN_OUTCOME) || problem.code().startsWith(BY_PROXY)
        ? new MessinaException.Unknown(problem, null)
        : new MessinaException.Unavailable(problem, null);
  }

  private static Problem read(Answer answer) {
    String unknown = BY_PROXY + answer.status();
    try {
      return Wire.read(answer.body(), ProblemBody.class).problem(answer, unknown);
    } catch (JacksonException e) {
      String detail = "an answer that is no problem+json";
      return Problem.of(answer.status(), unknown, detail, answer.retryAfter());
    }
  }

  /** The body of a problem, without the fields that come from the head of the answer. */
  record ProblemBody(
      Optional<String> code,
      Optional<String> title,
      Optional<String> detail,
      Optional<String> action,
      Optional<Appended> stored,
      Optional<AddedItems> imported,
      List<RefusedLine> refused,
      OptionalInt refusedCount,
      List<Integer> done,
      List<Integer> missing,
      Optional<String> id) {

    Problem problem(Answer answer, String unknown) {
      return new Problem(
          answer.status(),
          code.orElse(unknown),
          detail.or(() -> title).orElse(""),
          action,
          answer.retryAfter(),
          stored,
          imported,
          refused,
          refusedCount.orElse(refused.size()),
          done,
          missing,
          id);
    }
  }

  /** Maps a request without an answer. */
  public static MessinaException of(Throwable failure) {
    if (failure instanceof MessinaException known) {
      return known;
    }
    boolean isTls = failure instanceof SSLHandshakeException;
    if (failure instanceof ConnectException
        || failure instanceof HttpConnectTimeoutException
        || (isTls && !isOfCertificate(failure))) {
      return new MessinaException.Unavailable(Problem.of(NOT_CONNECTED, shown(failure)), failure);
    }
    if (isTls) {
      return new MessinaException.Failed(
          Problem.of(
              NOT_TRUSTED,
              "the server is not trusted, and nothing was sent: "
                  + shown(failure)
                  + " (expected: a certificate of an authority that is known here)"),
          failure);
    }
    if (failure instanceof ProtocolException) {
      return new MessinaException.Unknown(
          Problem.of(
              NO_ANSWER, "no answer of HTTP: " + shown(failure) + " (is it a server of https?)"),
          failure);
    }
    if (failure instanceof IOException) {
      return new MessinaException.Unknown(Problem.of(NO_ANSWER, shown(failure)), failure);
    }
    return new MessinaException.Failed(Problem.of("bad_answer", shown(failure)), failure);
  }

  /** Any other end of a handshake may be that of a server or proxy which goes away. */
  private static boolean isOfCertificate(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(CertificateException.class::isInstance);
  }

  public static MessinaException timeOut(Duration limit) {
    return new MessinaException.Unknown(
        Problem.of(TIME_OUT, "no answer within " + Durations.format(limit)), null);
  }

  /** Whether the server is not there, or not ready, so that another one may do it. */
  static boolean mayBeDoneElsewhere(MessinaException failure) {
    Problem problem = failure.problem();
    String code = problem.code();
    if (failure instanceof MessinaException.Unavailable) {
      return code.equals(NOT_CONNECTED) || problem.status() == 503;
    }
    return failure instanceof MessinaException.Unknown
        && (code.equals(NO_ANSWER) || code.equals(TIME_OUT) || code.startsWith(BY_PROXY));
  }

  /**
   * Maps the failures of all servers to one, which is connected with none of them only if each is.
   *
   * @param failures by the URL of the server, in their order
   * @param doubt after which it may be done, if there was one
   */
  static MessinaException ofAll(
      Map<String, MessinaException> failures, @Nullable MessinaException doubt) {
    MessinaException told = doubt != null ? doubt : gravest(failures.values());
    Problem problem = told.problem();
    Problem all =
        new Problem(
            problem.status(),
            problem.code(),
            "all servers failed: " + shown(failures),
            problem.action(),
            problem.retryAfter(),
            problem.stored(),
            problem.imported(),
            problem.refused(),
            problem.refusedCount(),
            problem.done(),
            problem.missing(),
            problem.id());
    return told instanceof MessinaException.Unknown
        ? new MessinaException.Unknown(all, told)
        : new MessinaException.Unavailable(all, told);
  }

  private static MessinaException gravest(Collection<MessinaException> failures) {
    MessinaException last = failures.iterator().next();
    for (MessinaException failure : failures) {
      last = failure;
      if (!failure.problem().code().equals(NOT_CONNECTED)) {
        break;
      }
    }
    return last;
  }

  private static String shown(Map<String, MessinaException> failures) {
    return failures.entrySet().stream()
        .map(failed -> failed.getKey() + " (" + failed.getValue().getMessage() + ")")
        .collect(Collectors.joining(", "));
  }

  private static String shown(Throwable failure) {
    @Nullable String message = failure.getMessage();
    String text = message == null ? "the connection was refused or broken" : message;
    return text.substring(0, Math.min(text.length(), DETAIL_CHARS_MAX));
  }
}
