package io.messina.server.streams;

import io.messina.api.ClaimOptions;
import io.messina.api.Extension;
import io.messina.api.Nack;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptResults;
import io.messina.api.ReceiptStatus;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.server.access.Caller;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.UnheardException;
import io.messina.server.http.Verb;
import io.messina.server.ingest.IngestRules;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.json.EventJson;
import io.messina.stream.node.Ack;
import io.messina.stream.node.Group;
import io.messina.stream.node.LeasedEvent;
import io.messina.stream.node.Settlement;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** Hands events out to workers of claim groups, and settles their receipts. */
final class DeliveryRoutes {

  private static final String ONE = "/v1/streams/{stream}/groups/{group}";
  private static final String RECEIPTS = "receipts";
  private static final String ACKS = "ack";

  private final Directory directory;
  private final LongPolls polls;
  private final KeptRules rules;

  DeliveryRoutes(Directory directory, LongPolls polls, KeptRules rules) {
    this.directory = directory;
    this.polls = polls;
    this.rules = rules;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                ONE + "/claim",
                "claim",
                "Acknowledges events, if it names some, then hands out others with a lease each.",
                this::claim)
            .takes(EventSchemas.CLAIM)
            .answers(EventSchemas.CLAIMED, 200),
        settlement("ack", "Acknowledges events.", this::ack).takes(EventSchemas.ACK),
        settlement("nack", "Gives failed events back.", outcomes(DeliveryRoutes::nack))
            .takes(EventSchemas.NACK),
        settlement("extend", "Extends leases.", outcomes(DeliveryRoutes::extend))
            .takes(EventSchemas.EXTEND),
        settlement(
                "release",
                "Gives events back that the worker has not begun; counts no attempt.",
                outcomes((_, _) -> _ -> new Outcome.Release()))
            .takes(EventSchemas.RELEASE));
  }

  private Route settlement(String name, String summary, Function<Request, Settling<?>> reading) {
    return Route.of(
            Verb.POST,
            ONE + "/" + name,
            name,
            summary,
            exchange -> {
              Fields fields = exchange.json();
              Group group = directory.openGroup(exchange);
              Settling<?> settling =
                  reading.apply(new Request(fields, exchange.body(), group, exchange.caller()));
              fields.end();
              List<ReceiptResult> results = settling.settle(exchange.caller());
              exchange.sendJson(200, json -> Wire.write(json, new ReceiptResults(results)));
            })
        .answers(Schema.answer("Results", ReceiptResults.class), 200);
  }

  /** The body of a request, parsed and as it was sent, and the group that it is for. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares requests
  private record Request(Fields fields, byte[] body, Group group, Caller caller) {}

  /** The receipts of a request, how they are settled, and how many outputs they bring. */
  private record Settling<T>(
      ReceiptList<T> receipts, Function<List<T>, List<ReceiptStatus>> action, long outputs) {

    /** Called once all of the request is read, as a refused one counts nothing. */
    List<ReceiptResult> settle(Caller caller) {
      caller.takeEvents(outputs);
      return receipts.settle(action);
    }
  }

  /** Reads first the fields for all receipts; they are the defaults of each. */
  private static Function<Request, Settling<?>> outcomes(
      BiFunction<Fields, Group, Function<Fields, Outcome>> reading) {
    return request -> {
      var _ = request.fields().json(RECEIPTS);
      Function<Fields, Outcome> reader = reading.apply(request.fields(), request.group());
      ReceiptList<Settlement> receipts =
          ReceiptList.read(
              request.fields(),
              RECEIPTS,
              fields -> {
                Outcome outcome = reader.apply(fields);
                return receipt -> new Settlement(receipt, outcome);
              });
      return new Settling<>(receipts, request.group()::settle, 0);
    };
  }

  private Settling<Ack> ack(Request request) {
    return acks(RECEIPTS, request);
  }

  private Settling<Ack> acks(String name, Request request) {
    SentPayloads payloads = new SentPayloads(request.body());
    ReceiptList<Ack> acks =
        AckReader.read(request.fields(), name, payloads, stream -> rules(stream, request.caller()));
    return new Settling<>(acks, request.group()::ackWith, outputs(acks));
  }

  private static long outputs(ReceiptList<Ack> acks) {
    return acks.entries().stream()
        .flatMap(entry -> entry.said().stream())
        .mapToLong(ack -> ack.outputs().size())
        .sum();
  }

  private IngestRules rules(StreamName stream, Caller caller) {
    caller.require(Resource.STREAMS, stream.toString(), Action.APPEND);
    return rules.of(directory.streams().stream(stream).definition()).rules();
  }

  private static Function<Fields, Outcome> nack(Fields all, Group group) {
    Nack usual = all.rest(Nack.DEFAULT);
    return one -> new Outcome.Nacked(one.rest(usual));
  }

  private static Function<Fields, Outcome> extend(Fields all, Group group) {
    Extension usual = all.rest(new Extension(Optional.empty()));
    return one ->
        new Outcome.Extend(
            one.rest(usual).lease().orElseGet(() -> group.definition().options().lease()));
  }

  /** A claim, and the results of its acknowledgements, if it has any. */
  private record AckedClaim(
      Group group, ClaimOptions claim, Optional<List<ReceiptResult>> results) {}

  /** Keeps nothing of the body. Acknowledgements hold even if the claim fails. */
  private AckedClaim acknowledged(Exchange exchange) throws IOException {
    Fields fields = exchange.jsonIfAny();
    Group group = directory.openGroup(exchange);
    Request request = new Request(fields, exchange.body(), group, exchange.caller());
    Optional<Settling<Ack>> acks = fields.json(ACKS).map(_ -> acks(ACKS, request));
    ClaimOptions claim = fields.rest(ClaimOptions.class);
    return new AckedClaim(group, claim, acks.map(each -> each.settle(request.caller())));
  }

  private void claim(Exchange exchange) throws IOException {
    AckedClaim acked = acknowledged(exchange);
    exchange.dropBody();
    Group group = acked.group();
    ClaimOptions claim = acked.claim();
    List<LeasedEvent> events = lease(exchange.caller(), group, claim);
    int attemptsMax = group.definition().options().maxAttempts();
    try {
      // A caller who waits, or whose acknowledgements took their time, may have gone meanwhile.
      Consumer<JsonGenerator> answer = json -> write(json, events, attemptsMax, acked.results());
      if (events.isEmpty() || (claim.waitUpTo().isZero() && acked.results().isEmpty())) {
        exchange.sendLargeJson(200, answer);
      } else {
        exchange.sendLargeJsonToListener(200, answer);
      }
      exchange.span().ifPresent(span -> span.handsOut(headers(events)));
    } catch (UnheardException e) {
      release(group, events);
      throw e;
    }
  }

  private List<LeasedEvent> lease(Caller caller, Group group, ClaimOptions claim) {
    List<LeasedEvent> events =
        polls.call(caller, claim.waitUpTo(), longest -> group.lease(claim.withWait(longest)));
    if (caller.isValid()) {
      return events;
    }
    release(group, events);
    return List.of();
  }

  private static List<Map<String, String>> headers(List<LeasedEvent> events) {
    return events.stream().map(each -> each.claimed().stored().event().headers()).toList();
  }

  /** Gives events back that have not reached the worker, so that others get them at once. */
  private static void release(Group group, List<LeasedEvent> events) {
    try {
      if (!events.isEmpty()) {
        var _ = group.release(events.stream().map(event -> event.claimed().receipt()).toList());
      }
    } catch (RuntimeException _) {
      // Then their leases run out.
    }
  }

  private static void write(
      JsonGenerator json,
      List<LeasedEvent> events,
      int attemptsMax,
      Optional<List<ReceiptResult>> results) {
    json.writeStartObject();
    results.ifPresent(each -> Wire.writeFields(json, new ReceiptResults(each)));
    json.writeArrayPropertyStart("events");
    for (LeasedEvent event : events) {
      EventJson.write(json, event, attemptsMax);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
