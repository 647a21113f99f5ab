package io.messina.server.streams;

import io.messina.api.Shown;
import io.messina.api.Times;
import io.messina.server.http.Exchange;
import io.messina.server.json.EventJson;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import io.messina.stream.EventId;
import io.messina.stream.ScheduleId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.EventState;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.peer.DeadEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * Shows an event, and what each group makes of it.
 *
 * @param directory finds the stream
 */
record EventLookup(Directory directory) {

  /** What a group makes of an event. */
  private record Fate(EventState state, Optional<DeadEvent> dead) {}

  void get(Exchange exchange) {
    Stream stream = directory.stream(exchange);
    Optional<ScheduleId> scheduled = id(exchange.path("id"), ScheduleId::parse);
    if (scheduled.isEmpty()) {
      Optional<EventId> id = id(exchange.path("id"), EventId::parse);
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
    Map<String, Fate> fates = new LinkedHashMap<>();
    for (GroupDefinition definition : stream.groups()) {
      Group group = stream.group(definition.id().name());
      fates.put(definition.id().name().value(), fate(group, event.id()));
    }
    exchange.sendJson(200, json -> write(json, event, fates));
  }

  private static Fate fate(Group group, EventId id) {
    EventState state = group.state(id);
    return new Fate(
        state,
        state.stage() == EventState.Stage.FINISHED || state.stage() == EventState.Stage.FAILED
            ? group.deadLetter(id)
            : Optional.empty());
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

  private static void write(JsonGenerator json, StoredEvent event, Map<String, Fate> fates) {
    json.writeStartObject();
    EventJson.writeFields(json, event);
    json.writeObjectPropertyStart("groups");
    fates.forEach(
        (group, fate) -> {
          json.writeObjectPropertyStart(group);
          writeFate(json, fate);
          json.writeEndObject();
        });
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeFate(JsonGenerator json, Fate fate) {
    if (fate.dead().isPresent()) {
      writeDead(json, fate.dead().get().letter());
      return;
    }
    EventState state = fate.state();
    json.writeStringProperty(
        "state",
        switch (state.stage()) {
          case RECEIVED -> "RECEIVED";
          case PROCESSING -> "PROCESSING";
          case FAILED -> "FAILED";
          case FINISHED -> "COMPLETED";
        });
    if (!state.worker().isEmpty()) {
      json.writeStringProperty("worker", state.worker());
    }
    if (state.stage() == EventState.Stage.PROCESSING && state.leaseUntilMillis() > 0) {
      json.writeStringProperty(
          "lease_until", Times.format(Instant.ofEpochMilli(state.leaseUntilMillis())));
    }
    json.writeNumberProperty("attempt", state.attempt());
    if (!state.error().isEmpty()) {
      json.writeStringProperty("error", state.error());
    }
  }

  private static void writeDead(JsonGenerator json, DeadLetter letter) {
    json.writeStringProperty("state", "FAILED");
    json.writeNumberProperty("attempt", letter.attempts());
    if (!letter.failures().isEmpty()) {
      json.writeStringProperty("error", letter.failures().getLast().error());
    }
  }
}
