package io.messina.client;

import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Acknowledgements as the API writes them. */
final class AckText {

  private AckText() {}

  static byte[] of(List<Ack> acks) {
    return JsonText.object(
        json -> {
          json.writeArrayPropertyStart("receipts");
          acks.forEach(ack -> write(json, ack));
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, Ack ack) {
    if (ack.outputs().isEmpty()) {
      json.writeString(ack.receipt().value());
    } else {
      json.writeStartObject();
      json.writeStringProperty("receipt", ack.receipt().value());
      json.writeArrayPropertyStart("outputs");
      ack.outputs().forEach(output -> EventText.output(json, output));
      json.writeEndArray();
      json.writeEndObject();
    }
  }
}
