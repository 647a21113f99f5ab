package io.messina.client;

import io.messina.api.Durations;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What answers that are none, or say no, mean. */
final class Problems {

  static final String NOT_CONNECTED = "not_connected";

  private static final String UNKNOWN_OUTCOME = "unknown_outcome";
  private static final int DETAIL_CHARS_MAX = 200;

  private Problems() {}

  /** What an answer means that is not of the 200s. */
  static MessinaException of(Answer answer) {
    Problem problem = read(answer);
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

  /** Who answers 503 without a code is not the server, and may have asked it. */
  private static MessinaException unavailable(Problem problem) {
    return problem.code().equals(UNKNOWN_OUTCOME) || problem.code().startsWith("http_")
        ? new MessinaException.Unknown(problem, null)
        : new MessinaException.Unavailable(problem, null);
  }

  private static Problem read(Answer answer) {
    try {
      return JsonReader.read(answer.body(), json -> read(answer, json));
    } catch (MalformedJsonException e) {
      String detail = "an answer that is no problem+json";
      return Problem.of(answer.status(), "http_" + answer.status(), detail, answer.retryAfter());
    }
  }

  private static Problem read(Answer answer, JsonReader json) {
    Values values = new Values();
    List<Appended> stored = new ArrayList<>();
    List<AddedItems> imported = new ArrayList<>();
    List<RefusedLine> refused = new ArrayList<>();
    json.object(
        name -> {
          switch (name) {
            case "stored" -> stored.add(AppendAnswer.read(json).appended());
            case "imported" -> imported.add(json.record(AddedItems.class));
            case "refused" -> json.array(() -> refused.add(line(Values.of(json))));
            default -> values.take(name, json);
          }
        });
    return new Problem(
        answer.status(),
        values.find("code").orElse("http_" + answer.status()),
        values.find("detail").or(() -> values.find("title")).orElse(""),
        values.find("action"),
        answer.retryAfter(),
        stored.stream().findFirst(),
        imported.stream().findFirst(),
        List.copyOf(refused),
        values.integer("refused_count", refused.size()),
        values.integers("done"),
        values.integers("missing"),
        values.find("id"));
  }

  private static RefusedLine line(Values line) {
    return new RefusedLine(line.integer("line", 0), line.find("detail").orElse(""));
  }

  /** What it means that there is no answer. */
  static MessinaException of(Throwable failure) {
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

  static MessinaException timeOut(Duration limit) {
    return new MessinaException.Unknown(
        Problem.of("time_out", "no answer within " + Durations.format(limit)), null);
  }

  private static String shown(Throwable failure) {
    @Nullable String message = failure.getMessage();
    String text = message == null ? "the connection was refused or broken" : message;
    return text.substring(0, Math.min(text.length(), DETAIL_CHARS_MAX));
  }
}
