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
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Maps failed requests and answers with an error status to exceptions. */
public final class ProblemAnswers {

  public static final String TOO_LARGE = "answer_too_large";

  static final String NOT_CONNECTED = "not_connected";

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
    return problem.is(ProblemCode.UNKNOWN_OUTCOME) || problem.code().startsWith("http_")
        ? new MessinaException.Unknown(problem, null)
        : new MessinaException.Unavailable(problem, null);
  }

  private static Problem read(Answer answer) {
    String unknown = "http_" + answer.status();
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
    if (failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException) {
      return new MessinaException.Unavailable(Problem.of(NOT_CONNECTED, shown(failure)), failure);
    }
    if (failure instanceof IOException) {
      return new MessinaException.Unknown(Problem.of("no_answer", shown(failure)), failure);
    }
    return new MessinaException.Failed(Problem.of("bad_answer", shown(failure)), failure);
  }

  public static MessinaException timeOut(Duration limit) {
    return new MessinaException.Unknown(
        Problem.of("time_out", "no answer within " + Durations.format(limit)), null);
  }

  private static String shown(Throwable failure) {
    @Nullable String message = failure.getMessage();
    String text = message == null ? "the connection was refused or broken" : message;
    return text.substring(0, Math.min(text.length(), DETAIL_CHARS_MAX));
  }
}
