package io.messina.server.streams;

import io.messina.api.EventProgress;
import io.messina.api.EventState;
import io.messina.api.GroupName;
import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.problem.ProblemException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.json.EventJson;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.DeadEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows an event, with its state in each group.
 *
 * @param directory finds the stream
 */
record EventLookup(Directory directory) {

  void get(Exchange exchange) {
    Stream stream = directory.stream(exchange);
    Optional<DelayedAddress> scheduled = id(exchange.path("id"), DelayedAddress::parse);
    if (scheduled.isEmpty()) {
      Optional<EventAddress> id = id(exchange.path("id"), EventAddress::parse);
      report(exchange, stream, id.flatMap(stream::find).orElseThrow(() -> absent(exchange)));
      return;
    }
    switch (stream.find(scheduled.get()).orElseThrow(() -> absent(exchange))) {
      case ScheduledEvent.Appended(StoredEvent event) -> report(exchange, stream, event);
      case ScheduledEvent.Waiting(Event event) ->
          exchange.sendJson(200, json -> EventJson.write(json, scheduled.get(), event));
    }
  }

  private static void report(Exchange exchange, Stream stream, StoredEvent event) {
    Map<String, EventProgress> progress = new LinkedHashMap<>();
    for (CatalogGroup definition : stream.groups()) {
      GroupName name = definition.id().name();
      progress.put(name.value(), progress(stream.group(name), event.id()));
    }
    exchange.sendJson(
        200,
        json -> {
          json.writeStartObject();
          EventJson.writeFields(json, event);
          json.writeName("groups");
          Wire.write(json, progress);
          json.writeEndObject();
        });
  }

  private static EventProgress progress(Group group, EventAddress id) {
    DeliveryState state = group.state(id);
    boolean mayBeDead =
        state.stage() == DeliveryState.Stage.FINISHED
            || state.stage() == DeliveryState.Stage.FAILED;
    Optional<DeadEvent> dead = mayBeDead ? group.deadLetter(id) : Optional.empty();
    return dead.map(event -> dead(event.letter())).orElseGet(() -> alive(state));
  }

  private static EventProgress dead(DeadLetter letter) {
    Optional<String> error =
        letter.failures().isEmpty()
            ? Optional.empty()
            : Optional.of(letter.failures().getLast().error());
    return new EventProgress(
        EventState.FAILED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        letter.attempts(),
        error);
  }

  /** The progress with an event, unless that is a dead letter by now. */
  static EventProgress alive(DeliveryState state) {
    boolean leased = state.stage() == DeliveryState.Stage.PROCESSING;
    Optional<Instant> due = time(state.leaseUntilMillis());
    return new EventProgress(
        switch (state.stage()) {
          case RECEIVED -> EventState.RECEIVED;
          case PROCESSING -> EventState.PROCESSING;
          case FAILED -> EventState.FAILED;
          case FINISHED -> EventState.COMPLETED;
        },
        unlessEmpty(state.worker()),
        time(state.sinceMillis()),
        leased ? due : Optional.empty(),
        leased ? Optional.empty() : due,
        state.attempt(),
        unlessEmpty(state.error()));
  }

  private static Optional<Instant> time(long millis) {
    return millis > 0 ? Optional.of(Instant.ofEpochMilli(millis)) : Optional.empty();
  }

  private static Optional<String> unlessEmpty(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static <T> Optional<T> id(String text, Function<String, T> parse) {
    try {
      return Optional.of(parse.apply(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static ProblemException absent(Exchange exchange) {
    return new ProblemException(
        ProblemCode.EVENT_NOT_FOUND,
        "event: " + Shown.text(exchange.path("id")) + " (expected: one of this stream)");
  }
}
