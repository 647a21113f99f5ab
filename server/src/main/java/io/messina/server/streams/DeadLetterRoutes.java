package io.messina.server.streams;

import io.messina.api.Death;
import io.messina.api.Discard;
import io.messina.api.Discarded;
import io.messina.api.PageQuery;
import io.messina.api.Redrive;
import io.messina.api.Redriven;
import io.messina.api.Wire;
import io.messina.server.access.Caller;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.json.EventJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** Shows, redrives and deletes dead letters of groups and jobs. */
public final class DeadLetterRoutes {

  /** A redrive with a rate takes as long as it takes; it ends when the server stops. */
  private static final Duration LONG = Duration.ofDays(1);

  private final String owner;
  private final Function<Exchange, Letters> find;
  private final LongPolls polls;

  /**
   * The dead letters of one kind of owners.
   *
   * @param polls long redrives end with them
   */
  public DeadLetterRoutes(String owner, Function<Exchange, Letters> find, LongPolls polls) {
    this.owner = owner;
    this.find = find;
    this.polls = polls;
  }

  /** The dead letters of one owner. */
  public interface Letters {

    /**
     * Reads a page.
     *
     * @param max how many at most
     * @param after the last one of the page before; empty for the first page
     * @return fewer than that, although more follow, if some are large; empty at the end
     */
    List<Letter> read(int max, Optional<EventAddress> after);

    /** Has some tried again. */
    int redrive(Redrive redrive);

    /** Deletes some. */
    int discard(List<EventAddress> ids);

    /** Deletes all. */
    int discardAll();
  }

  /**
   * A dead letter.
   *
   * @param stored its event
   * @param death why it is one
   */
  public record Letter(StoredEvent stored, Death death) {}

  /** The routes. */
  public List<Route> routes(String operations, String redrive) {
    String all = owner + "/dead-letters";
    return List.of(
        Route.of(Verb.GET, all, "list" + operations, "Events that were given up.", this::list)
            .query(PageQuery.class)
            .answers(EventSchemas.DEAD_LETTERS, 200),
        Route.of(
                Verb.POST,
                all + "/discard",
                "discard" + operations,
                "Deletes dead letters for good.",
                this::discard)
            .takes(Discard.class)
            .answers(Discarded.class, 200),
        Route.of(Verb.POST, all + "/redrive", "redrive" + operations, redrive, this::redrive)
            .takes(Redrive.class)
            .answers(Redriven.class, 200));
  }

  private void list(Exchange exchange) {
    Letters letters = find.apply(exchange);
    PageQuery query = exchange.query(PageQuery.class);
    List<Letter> page = letters.read(query.limit(), exchange.query("after", EventAddress::parse));
    Optional<EventAddress> next = next(letters, page, query.limit());
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("dead_letters");
          page.forEach(letter -> write(json, letter));
          json.writeEndArray();
          next.ifPresent(id -> json.writeStringProperty("next", id.toString()));
          json.writeEndObject();
        });
  }

  private static Optional<EventAddress> next(Letters letters, List<Letter> page, int limit) {
    if (page.isEmpty()) {
      return Optional.empty();
    }
    Optional<EventAddress> last = Optional.of(page.getLast().stored().id());
    boolean more = page.size() == limit || !letters.read(1, last).isEmpty();
    return last.filter(_ -> more);
  }

  private static void write(JsonGenerator json, Letter letter) {
    json.writeStartObject();
    EventJson.writeFields(json, letter.stored());
    Wire.writeFields(json, letter.death());
    json.writeEndObject();
  }

  private void discard(Exchange exchange) throws IOException {
    Discard discard = exchange.json().read(Discard.class);
    Letters letters = find.apply(exchange);
    int discarded =
        discard.all() ? letters.discardAll() : letters.discard(EventAddress.all(discard.ids()));
    exchange.sendJson(200, json -> Wire.write(json, new Discarded(discarded)));
  }

  private void redrive(Exchange exchange) throws IOException {
    Letters letters = find.apply(exchange);
    Redrive redrive = exchange.json().read(Redrive.class);
    exchange.dropBody();
    int redriven = polls.call(Caller.ANYBODY, LONG, _ -> letters.redrive(redrive));
    exchange.sendJson(200, json -> Wire.write(json, new Redriven(redriven)));
  }
}
