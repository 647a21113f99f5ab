package io.messina.server.streams;

import io.messina.api.Death;
import io.messina.api.Discard;
import io.messina.api.Discarded;
import io.messina.api.EventId;
import io.messina.api.ProblemCode;
import io.messina.api.Redrive;
import io.messina.api.Redriven;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.json.EventJson;
import io.messina.server.problem.ProblemException;
import io.messina.stream.EventAddress;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.node.Group;
import io.messina.stream.owner.DeadEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/** Shows, redrives and deletes dead letters. */
final class DeadLetterRoutes {

  private static final String ALL = "/v1/streams/{stream}/groups/{group}/dead-letters";

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

  /** A page may be shorter than its limit although more follow, if some events are large. */
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
    DeadLetter letter = dead.letter();
    Wire.writeFields(
        json, new Death(letter.cause(), letter.attempts(), letter.failures(), dead.died()));
    json.writeEndObject();
  }

  private void discard(Exchange exchange) throws IOException {
    Discard discard = exchange.json().read(Discard.class);
    Group group = directory.group(exchange);
    int discarded = discard.all() ? group.discardAll() : group.discard(addresses(discard.ids()));
    exchange.sendJson(200, json -> Wire.write(json, new Discarded(discarded)));
  }

  private void redrive(Exchange exchange) throws IOException {
    Group group = directory.group(exchange);
    Redrive asked = exchange.json().read(Redrive.class);
    exchange.dropBody();
    var redrive =
        new io.messina.stream.node.Redrive(
            addresses(asked.ids()),
            asked.limit().orElse(Integer.MAX_VALUE),
            asked.rate().orElse(0));
    int redriven = polls.call(LONG, _ -> group.redrive(redrive));
    exchange.sendJson(200, json -> Wire.write(json, new Redriven(redriven)));
  }

  private static List<EventAddress> addresses(List<EventId> ids) {
    return IntStream.range(0, ids.size()).mapToObj(i -> address(i, ids.get(i))).toList();
  }

  private static EventAddress address(int place, EventId id) {
    try {
      return EventAddress.parse(id.value());
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, "ids[" + place + "]: " + e.getMessage());
    }
  }
}
