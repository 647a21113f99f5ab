package io.messina.server.streams;

import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.json.EventJson;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.EventAddress;
import io.messina.stream.node.Group;
import io.messina.stream.node.Redrive;
import io.messina.stream.peer.DeadEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Shows, redrives and deletes dead letters. */
final class DeadLetterRoutes {

  private static final String ALL = "/v1/streams/{stream}/groups/{group}/dead-letters";
  private static final int IDS_MAX = 10_000;

  /** A redrive with a rate takes as long as it takes; it ends when the server stops. */
  private static final Duration LONG = Duration.ofDays(1);

  private final Directory directory;
  private final LongPolls polls;

  DeadLetterRoutes(Directory directory, LongPolls polls) {
    this.directory = directory;
    this.polls = polls;
  }

  List<Route> routes() {
    return List.of(
        Route.of(Verb.GET, ALL, "listDeadLetters", "Events that the group gave up.", this::list)
            .query("limit", RequestLimits.LIMIT_SENTENCE)
            .query("after", "What the page before gave as next.")
            .answers("DeadLetters", 200),
        Route.of(
                Verb.POST,
                ALL + "/discard",
                "discardDeadLetters",
                "Deletes dead letters for good.",
                this::discard)
            .takes("Discard")
            .answers("Discarded", 200),
        Route.of(
                Verb.POST,
                ALL + "/redrive",
                "redrive",
                "Hands dead letters out again, their attempts counted anew.",
                this::redrive)
            .takes("Redrive")
            .answers("Redriven", 200));
  }

  private void list(Exchange exchange) {
    Group group = directory.group(exchange);
    int limit =
        exchange.query("limit", 1, RequestLimits.LIMIT_MAX).orElse(RequestLimits.LIMIT_DEFAULT);
    List<DeadEvent> letters =
        group.deadLetters(limit, exchange.query("after", EventAddress::parse));
    Optional<EventAddress> next = next(group, letters, limit);
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("dead_letters");
          letters.forEach(dead -> write(json, dead));
          json.writeEndArray();
          next.ifPresent(id -> json.writeStringProperty("next", id.toString()));
          json.writeEndObject();
        });
  }

  /** A page may be shorter than its limit although more follow, where some events are large. */
  private static Optional<EventAddress> next(Group group, List<DeadEvent> letters, int limit) {
    if (letters.isEmpty()) {
      return Optional.empty();
    }
    Optional<EventAddress> last = Optional.of(letters.getLast().stored().id());
    boolean more = letters.size() == limit || !group.deadLetters(1, last).isEmpty();
    return last.filter(_ -> more);
  }

  private static void write(JsonGenerator json, DeadEvent dead) {
    json.writeStartObject();
    EventJson.writeFields(json, dead.stored());
    json.writeStringProperty("cause", dead.letter().cause().toString());
    json.writeNumberProperty("attempts", dead.letter().attempts());
    json.writeName("errors");
    Wire.write(json, dead.letter().failures());
    json.writeStringProperty("died", Times.format(dead.died()));
    json.writeEndObject();
  }

  private void discard(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    Group group = directory.group(exchange);
    List<EventAddress> ids = ids(fields);
    boolean all = fields.flag("all").orElse(false);
    fields.end();
    if (all == !ids.isEmpty()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "ids, all: both or neither (expected: one of them)");
    }
    sendCount(exchange, "discarded", all ? group.discardAll() : group.discard(ids));
  }

  private void redrive(Exchange exchange) throws IOException {
    Group group = directory.group(exchange);
    Redrive redrive = read(exchange.json());
    int redriven = polls.call(LONG, _ -> group.redrive(redrive));
    sendCount(exchange, "redriven", redriven);
  }

  private static Redrive read(Fields fields) {
    List<EventAddress> ids = ids(fields);
    Optional<Integer> limit = fields.integer("limit", 1, Integer.MAX_VALUE);
    boolean all = fields.flag("all").orElse(false);
    int rate = fields.integer("rate", 1, Integer.MAX_VALUE).orElse(0);
    fields.end();
    int given = (ids.isEmpty() ? 0 : 1) + (limit.isPresent() ? 1 : 0) + (all ? 1 : 0);
    if (given != 1) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "ids, limit, all: " + given + " of them (expected: one)");
    }
    return new Redrive(ids, limit.orElse(Integer.MAX_VALUE), rate);
  }

  private static List<EventAddress> ids(Fields fields) {
    return fields.list(
        "ids", IDS_MAX, (place, node) -> id(place, node.isString() ? node.stringValue() : ""));
  }

  private static EventAddress id(String place, String text) {
    try {
      return EventAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, place + ": " + e.getMessage());
    }
  }

  private static void sendCount(Exchange exchange, String name, int count) {
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty(name, count);
          json.writeEndObject();
        });
  }
}
