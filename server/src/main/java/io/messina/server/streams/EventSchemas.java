package io.messina.server.streams;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.ClaimOptions;
import io.messina.api.Death;
import io.messina.api.EventProgress;
import io.messina.api.Extension;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.Nack;
import io.messina.api.ReceiptResult;
import io.messina.server.http.Schema;
import io.messina.stream.json.ApiJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the JSON of events, which is written and read field by field. */
final class EventSchemas {

  private record Event(
      String id,
      int shard,
      String position,
      Optional<String> key,
      Optional<String> keyBase64,
      Instant time,
      Instant appendTime,
      Map<String, String> headers,
      String contentType,
      Optional<Json> payload,
      Optional<String> payloadBase64) {}

  private record DelayedEvent(
      String id,
      int shard,
      Instant notBefore,
      Optional<String> key,
      Optional<String> keyBase64,
      Optional<Instant> time,
      Map<String, String> headers,
      String contentType,
      Optional<Json> payload,
      Optional<String> payloadBase64) {}

  private record EventPage(
      @Field("of the stream: another one is another stream of the same name") int generation,
      List<Json> events,
      String next,
      @JsonInclude
          @Field(
              "positions at which stretches end whose events had expired, or are damaged; absent"
                  + " if there are none")
          List<String> gaps) {}

  private record FollowedEvents(
      List<Json> events,
      String next,
      @Field(value = "A seek or a purge begins the next.", min = "0") Optional<Integer> run) {}

  private record Groups(Map<String, Json> groups) {}

  private record ClaimedEvents(@JsonInclude List<Json> results, List<Json> events) {}

  private record Lease(
      int attempt,
      @Field("attempts after this one; with 0, a nack makes the event a dead letter")
          int attemptsLeft,
      String receipt,
      @Field("its last leases ended without an answer: handle it with nothing else in hand")
          Optional<Boolean> suspect,
      @Field("how long the lease still runs, at least, when the server writes this")
          long leaseRemainingMs) {}

  private record Outputs(@JsonInclude @Field(value = "", max = "1000") List<Output> outputs) {}

  private record Output(
      String stream,
      Optional<String> key,
      @JsonInclude Map<String, String> headers,
      Optional<String> contentType,
      Optional<Json> payload,
      Optional<String> payloadBase64) {}

  private record Nothing() {}

  private static final String EVENTS = "/properties/events/items";
  private static final Schema EVENT = Schema.answer(Event.class);

  static final Schema PAGE = Schema.answer(EventPage.class).refer(EVENTS, EVENT);
  static final Schema FOLLOWED = Schema.answer(FollowedEvents.class).refer(EVENTS, EVENT);
  static final Schema EVENT_OR_DELAYED =
      Schema.either(
          "EventOrDelayed",
          "oneOf",
          EVENT
              .and("EventReport", Groups.class)
              .refer(
                  "/allOf/1/properties/groups/additionalProperties",
                  Schema.answer(EventProgress.class)),
          Schema.answer(DelayedEvent.class));
  static final Schema CLAIMED =
      Schema.answer(ClaimedEvents.class)
          .refer("/properties/results/items", Schema.answer(ReceiptResult.class))
          .inline(EVENTS, EVENT.and("Claimed", Lease.class));
  static final Schema DEAD_LETTERS =
      Schema.page("DeadLetters", "dead_letters", EVENT.and("DeadLetter", Death.class));
  static final Schema ACK = receipts("Ack", Outputs.class, Nothing.class);
  static final Schema NACK = receipts("Nack", Nack.class, Nack.class);
  static final Schema EXTEND = receipts("Extend", Extension.class, Extension.class);
  static final Schema RELEASE = receipts("Release", Nothing.class, Nothing.class);

  /** Acknowledges events first. */
  static final Schema CLAIM = claim();

  private EventSchemas() {}

  /** Receipts, each alone or with the fields of a record. */
  private static Schema receipts(
      String name, Class<? extends Record> each, Class<? extends Record> all) {
    ObjectNode entry = Schema.request(name, each).json();
    entry.withArray("required").add("receipt");
    entry.withObjectProperty("properties").putObject("receipt").put("type", "string");
    ObjectNode either = ApiJson.MAPPER.createObjectNode();
    either
        .putArray("oneOf")
        .add(ApiJson.MAPPER.createObjectNode().put("type", "string"))
        .add(entry);
    Schema list = Schema.request(name, all).list("receipts", new Schema(name, either, List.of()));
    ((ObjectNode) list.json().at("/properties/receipts")).put("maxItems", ClaimOptions.LIMIT_MAX);
    return list;
  }

  private static Schema claim() {
    ObjectNode json = Schema.request("Claim", ClaimOptions.class).json();
    json.withObjectProperty("properties").set("ack", ACK.json().at("/properties/receipts"));
    return new Schema("Claim", json, List.of());
  }
}
