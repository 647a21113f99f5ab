package io.messina.server.messages;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.message.MessageResult;
import io.messina.api.message.MessageResults;
import io.messina.api.message.NewMessage;
import io.messina.api.message.template.MessagePreview;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.accept.NotAcceptedException;
import io.messina.messaging.node.Messaging;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.ingest.BodyKind;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.List;

/** Accepts messages, one or a line each. */
final class MessageRoutes implements MessagesApi.Part {

  private static final String LINES = "application/x-ndjson";
  private static final String KEY = "idempotency-key";
  private static final String DRY_RUN = "dry_run";

  private final Messaging messaging;

  MessageRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                "/v1/messages",
                "acceptMessages",
                "Accepts a message, or a line each, to be sent. What is accepted is durable. A"
                    + " message with a key (the field, or the header Idempotency-Key) that comes"
                    + " again within 24 hours is the same message.",
                this::accept)
            .query(DRY_RUN, "true checks one message, shows what it says, and accepts nothing.")
            .header("traceparent", "The trace of the messages, which connectors over HTTP pass on.")
            .header("tracestate", "Beside traceparent.")
            .header("baggage", "Passed on as the trace is.")
            .takes(NewMessage.class)
            .takesTypes(LINES)
            .answers(
                Schema.either(
                    "AcceptedMessages",
                    "anyOf",
                    Schema.answer(MessageResult.class),
                    Schema.answer(MessageResults.class),
                    Schema.answer(MessagePreview.class)),
                200,
                202));
  }

  private void accept(Exchange exchange) throws IOException {
    String type = exchange.header("content-type").orElse("application/json");
    if (BodyKind.of(type).format() == BodyKind.Format.JSON_LINES) {
      acceptLines(exchange);
    } else {
      NewMessage wanted = wanted(exchange);
      boolean isDryRun = exchange.flag(DRY_RUN);
      exchange
          .caller()
          .refusal(wanted)
          .ifPresent(
              sentence -> {
                throw new ProblemException(ProblemCode.FORBIDDEN, sentence);
              });
      exchange.caller().takeEvents(1);
      if (isDryRun) {
        preview(exchange, wanted);
      } else {
        acceptOne(exchange, wanted);
      }
    }
  }

  private static NewMessage wanted(Exchange exchange) throws IOException {
    NewMessage wanted = exchange.json().read(NewMessage.class);
    return exchange.header(KEY).map(key -> keyed(wanted, key)).orElse(wanted);
  }

  private static NewMessage keyed(NewMessage wanted, String key) {
    if (wanted.marks().key().filter(own -> !own.equals(key)).isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          KEY + ": " + Shown.text(key) + " (expected: that of the message, or none)");
    }
    return wanted.key(key);
  }

  private void preview(Exchange exchange, NewMessage wanted) {
    try {
      MessagePreview shown = messaging.acceptance().preview(wanted);
      exchange.sendJson(200, json -> Wire.write(json, shown));
    } catch (NotAcceptedException e) {
      throw problem(e);
    }
  }

  private void acceptOne(Exchange exchange, NewMessage wanted) {
    Acceptance.Answer answer =
        messaging.acceptance().accept(List.of(wanted), exchange.trace()).getFirst();
    String message = answer.message().orElseThrow(() -> problem(answer.refusal().orElseThrow()));
    MessageResult result = MessageResult.accepted(message, answer.repeated());
    exchange.sendJson(202, json -> Wire.write(json, result));
  }

  private static ProblemException problem(NotAcceptedException refusal) {
    return new ProblemException(refusal.code(), String.valueOf(refusal.getMessage()));
  }

  private void acceptLines(Exchange exchange) throws IOException {
    if (exchange.flag(DRY_RUN) || exchange.header(KEY).isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          DRY_RUN + ", " + KEY + ": with lines (expected: with one message; a line has a key)");
    }
    MessageLines lines =
        new MessageLines(messaging.context().threads(), exchange.body(), exchange.caller());
    exchange.dropBody();
    exchange.caller().takeEvents(lines.count());
    MessageResults results =
        MessageResults.of(lines.accept(messaging.acceptance(), exchange.trace()));
    exchange.sendLargeJson(202, json -> Wire.write(json, results));
  }
}
