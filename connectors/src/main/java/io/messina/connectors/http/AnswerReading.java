package io.messina.connectors.http;

import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.message.protocol.HttpAnswers;
import io.messina.api.message.protocol.HttpKey;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.HttpOutcome;
import io.messina.api.message.protocol.HttpSuccess;
import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import io.messina.connectors.exchange.HttpEnding;
import io.messina.connectors.exchange.RetryAfter;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Says the result of an ending, by the table of {@link HttpConnector}. */
final class AnswerReading {

  /** The provider does not accept the connector's secret: the message is not at fault. */
  private static final int UNAUTHORIZED = 401;

  private final HttpSuccess success;
  private final HttpAnswers answers;
  private final boolean hasKey;
  private final boolean comparesBody;
  private final InstantSource clock;

  AnswerReading(HttpOptions options, InstantSource clock) {
    success = options.success();
    answers = options.answers();
    hasKey = options.idempotency().isPresent();
    comparesBody = options.idempotency().map(HttpKey::comparesBody).orElse(false);
    this.clock = clock;
  }

  /**
   * Reads an ending.
   *
   * @param ownId the id that the request gave to the message, if it did
   */
  SendResult read(HttpEnding ending, Optional<String> ownId) {
    return switch (ending) {
      case HttpEnding.NotSent unsent -> unsent.result();
      case HttpEnding.Lost(String reason) -> new SendResult.Uncertain(reason, List.of(), ownId);
      case HttpEnding.Answer answer ->
          read(answer, answer.body().flatMap(AnswerReading::parsed), ownId);
    };
  }

  private SendResult read(
      HttpEnding.Answer answer, Optional<JsonNode> json, Optional<String> ownId) {
    Optional<String> code = text(json, answers.errorCode());
    String reason =
        text(json, answers.errorText())
            .map(Shown::sentence)
            .orElse("answered with status " + answer.status());
    return switch (outcome(answer, json, code)) {
      case ACCEPTED ->
          new SendResult.Accepted(
              ownId.or(() -> text(json, answers.providerId()).filter(id -> !id.isBlank())).stream()
                  .toList(),
              parts(json));
      case REFUSED -> new SendResult.Refused(code(answer, code), reason);
      case BOUNCED -> new SendResult.Refused(code(answer, code), reason, RefusalScope.BOUNCED);
      case UNSUBSCRIBED ->
          new SendResult.Refused(code(answer, code), reason, RefusalScope.UNSUBSCRIBED);
      case FAILED ->
          new SendResult.Failed(
              answer.status() == UNAUTHORIZED ? "auth" : code(answer, code), reason);
      case THROTTLED ->
          new SendResult.Throttled(RetryAfter.read(answer.retryAfter(), clock), reason);
      case UNCERTAIN -> new SendResult.Uncertain(reason, List.of(), ownId);
    };
  }

  private HttpOutcome outcome(
      HttpEnding.Answer answer, Optional<JsonNode> json, Optional<String> code) {
    return code.flatMap(found -> Optional.ofNullable(answers.codes().get(found)))
        .or(() -> Optional.ofNullable(answers.statuses().get(String.valueOf(answer.status()))))
        .orElseGet(
            () ->
                success.has(answer.status())
                    ? ofSuccess(json, code)
                    : usual(answer.status(), answer.retryAfter().isPresent()));
  }

  private HttpOutcome ofSuccess(Optional<JsonNode> json, Optional<String> code) {
    if (success.successPointer().isEmpty()) {
      return HttpOutcome.ACCEPTED;
    }
    Optional<String> found = text(json, success.successPointer());
    if (found.isPresent() && success.successValue().map(found.get()::equals).orElse(true)) {
      return HttpOutcome.ACCEPTED;
    }
    // Another word for success would look the same as an error, unless the answer names one.
    return code.isPresent() ? HttpOutcome.REFUSED : HttpOutcome.UNCERTAIN;
  }

  private HttpOutcome usual(int status, boolean hasRetryAfter) {
    return switch (status) {
      case 429 -> HttpOutcome.THROTTLED;
      case 503 -> hasRetryAfter ? HttpOutcome.THROTTLED : HttpOutcome.UNCERTAIN;
      case UNAUTHORIZED, 425 -> HttpOutcome.FAILED;
      case 302, 303, 408 -> HttpOutcome.UNCERTAIN;
      case 409 -> hasKey ? HttpOutcome.UNCERTAIN : HttpOutcome.REFUSED;
      case 422 -> comparesBody ? HttpOutcome.UNCERTAIN : HttpOutcome.REFUSED;
      default -> status >= 300 && status < 500 ? HttpOutcome.REFUSED : HttpOutcome.UNCERTAIN;
    };
  }

  private Optional<Integer> parts(Optional<JsonNode> json) {
    try {
      return text(json, answers.parts()).map(Integer::parseInt).filter(n -> n > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String code(HttpEnding.Answer answer, Optional<String> code) {
    return code.map(Shown::text).orElseGet(() -> String.valueOf(answer.status()));
  }

  private static Optional<JsonNode> parsed(byte[] body) {
    try {
      return Optional.of(StrictJson.read(body));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** A text, number or flag; nothing else, since an object is no word for anything. */
  private static Optional<String> text(Optional<JsonNode> json, Optional<String> pointer) {
    return pointer
        .flatMap(place -> json.map(node -> node.at(JsonPointer.compile(place))))
        .filter(JsonNode::isValueNode)
        .filter(node -> !node.isNull())
        .map(JsonNode::asString);
  }
}
