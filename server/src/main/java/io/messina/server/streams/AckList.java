package io.messina.server.streams;

import io.messina.server.http.Fields;
import io.messina.stream.Receipt;
import io.messina.stream.consume.Output;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.node.Ack;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * What a worker hands in: receipts in their order, perhaps with outputs. Texts that are no receipts
 * keep their places, and are answered as unknown.
 *
 * @param slots one for each
 */
record AckList(List<Slot> slots) {

  /** A receipt as it was sent, what it means, and why its outputs are refused. */
  record Slot(String text, Optional<Ack> ack, Optional<String> refusal) {}

  static AckList readPlain(Fields fields) {
    return new AckList(
        required(fields).texts("receipts", Bounds.RECEIPTS_MAX).stream()
            .map(text -> slot(text, List.of()))
            .toList());
  }

  static Fields required(Fields fields) {
    var _ = fields.required("receipts", fields.json("receipts"));
    return fields;
  }

  static Slot slot(String text, List<Output> outputs) {
    try {
      return new Slot(text, Optional.of(new Ack(Receipt.parse(text), outputs)), Optional.empty());
    } catch (IllegalArgumentException _) {
      return new Slot(text, Optional.empty(), Optional.empty());
    }
  }

  /** One that is not settled, as a stream does not take its outputs. */
  static Slot refused(String text, String why) {
    return new Slot(text, Optional.empty(), Optional.of(why));
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
      Optional<String> refusal = slots.get(i).refusal();
      json.writeStringProperty("receipt", slots.get(i).text());
      json.writeStringProperty(
          "status",
          refusal.isPresent() ? "refused" : statuses.get(i).name().toLowerCase(Locale.ROOT));
      refusal.ifPresent(why -> json.writeStringProperty("detail", why));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
