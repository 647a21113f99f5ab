package io.messina.server.streams;

import io.messina.server.http.Fields;
import io.messina.server.json.Json;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventBuilder;
import io.messina.stream.Receipt;
import io.messina.stream.StreamName;
import io.messina.stream.consume.Output;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.node.Ack;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * What a worker hands in: receipts in their order, perhaps with outputs. Texts that are no receipts
 * keep their places, and are answered as unknown.
 *
 * @param slots one for each
 */
record AckList(List<Slot> slots) {

  private static final String JSON = "application/json";

  /** A receipt as it was sent, and what it means. */
  record Slot(String text, Optional<Ack> ack) {}

  static AckList readPlain(Fields fields) {
    return new AckList(
        required(fields).texts("receipts", Bounds.RECEIPTS_MAX).stream()
            .map(text -> slot(text, List.of()))
            .toList());
  }

  static AckList readWithOutputs(Fields fields) {
    return new AckList(required(fields).list("receipts", Bounds.RECEIPTS_MAX, AckList::slot));
  }

  private static Fields required(Fields fields) {
    var _ = fields.required("receipts", fields.json("receipts"));
    return fields;
  }

  private static Slot slot(String place, JsonNode element) {
    if (element.isString()) {
      return slot(element.stringValue(), List.of());
    }
    Fields fields = Fields.of(place, element);
    String receipt = fields.required("receipt", fields.text("receipt"));
    List<Output> outputs =
        fields.objects("outputs", Ack.OUTPUTS_MAX).stream().map(AckList::output).toList();
    fields.end();
    return slot(receipt, outputs);
  }

  private static Slot slot(String text, List<Output> outputs) {
    try {
      return new Slot(text, Optional.of(new Ack(Receipt.parse(text), outputs)));
    } catch (IllegalArgumentException _) {
      return new Slot(text, Optional.empty());
    }
  }

  private static Output output(Fields fields) {
    StreamName stream = fields.required("stream", fields.text("stream").map(AckList::streamName));
    Optional<byte[]> json = fields.json("payload").map(node -> Json.MAPPER.writeValueAsBytes(node));
    if (fields.isNull("payload")) {
      json = Optional.of("null".getBytes(StandardCharsets.US_ASCII));
    }
    Optional<byte[]> bytes = fields.text("payload_base64", Base64.getDecoder()::decode);
    if (json.isPresent() == bytes.isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "payload, payload_base64: both or neither (expected: one of them)");
    }
    String usual = json.isPresent() ? JSON : Event.OCTETS;
    EventBuilder event =
        Event.builder(Bytes.wrap(json.or(() -> bytes).orElseThrow()))
            .contentType(fields.text("content_type").orElse(usual));
    fields.text("key").map(Bytes::utf8).ifPresent(event::key);
    fields.textsByName("headers").forEach(event::header);
    fields.end();
    return new Output(stream, built(event));
  }

  private static StreamName streamName(String text) {
    try {
      return new StreamName(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.BAD_NAME, String.valueOf(e.getMessage()));
    }
  }

  private static Event built(EventBuilder event) {
    try {
      return event.build();
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.OUT_OF_BOUNDS, "outputs: " + e.getMessage());
    }
  }

  boolean hasOutputs() {
    return acks().stream().anyMatch(ack -> !ack.outputs().isEmpty());
  }

  List<Ack> acks() {
    return slots.stream().flatMap(slot -> slot.ack().stream()).toList();
  }

  /** Settles what is settled at all, and returns a status for each slot. */
  List<ReceiptStatus> settle(Function<List<Ack>, List<ReceiptStatus>> action) {
    List<Ack> acks = acks();
    Iterator<ReceiptStatus> known =
        (acks.isEmpty() ? List.<ReceiptStatus>of() : action.apply(acks)).iterator();
    List<ReceiptStatus> all = new ArrayList<>();
    for (Slot slot : slots) {
      all.add(slot.ack().isPresent() ? known.next() : ReceiptStatus.UNKNOWN);
    }
    return all;
  }

  void write(JsonGenerator json, List<ReceiptStatus> statuses) {
    json.writeStartObject();
    json.writeArrayPropertyStart("results");
    for (int i = 0; i < slots.size(); i++) {
      json.writeStartObject();
      json.writeStringProperty("receipt", slots.get(i).text());
      json.writeStringProperty("status", GroupJson.text(statuses.get(i)));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
