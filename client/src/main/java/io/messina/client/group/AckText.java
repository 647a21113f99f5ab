package io.messina.client.group;

import io.messina.api.ClaimOptions;
import io.messina.api.Receipt;
import io.messina.api.Wire;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.event.EventText;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Acknowledgements as the API writes them. */
final class AckText {

  private AckText() {}

  /** A request of acknowledgements that are written already. */
  static byte[] request(List<byte[]> entries) {
    return JsonBodies.object(json -> write(json, "receipts", entries));
  }

  /** A request that says the same of all receipts. */
  static byte[] request(Collection<Receipt> receipts, Optional<? extends Record> said) {
    return JsonBodies.object(
        json -> {
          json.writeArrayPropertyStart("receipts");
          receipts.forEach(receipt -> json.writeString(receipt.value()));
          json.writeEndArray();
          said.ifPresent(record -> Wire.writeFields(json, record));
        });
  }

  /** A claim that brings acknowledgements, which are written already. */
  static byte[] claim(ClaimOptions options, List<byte[]> entries) {
    return JsonBodies.object(
        json -> {
          Wire.writeFields(json, options);
          if (!entries.isEmpty()) {
            write(json, "ack", entries);
          }
        });
  }

  private static void write(JsonGenerator json, String name, List<byte[]> entries) {
    json.writeArrayPropertyStart(name);
    entries.forEach(entry -> json.writeRawValue(new String(entry, StandardCharsets.UTF_8)));
    json.writeEndArray();
  }

  static byte[] entry(Ack ack) {
    return JsonBodies.value(json -> write(json, ack));
  }

  static void write(JsonGenerator json, Ack ack) {
    if (ack.outputs().isEmpty()) {
      json.writeString(ack.receipt().value());
    } else {
      json.writeStartObject();
      json.writeStringProperty("receipt", ack.receipt().value());
      json.writeArrayPropertyStart("outputs");
      ack.outputs().forEach(output -> write(json, output));
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(JsonGenerator json, Output output) {
    json.writeStartObject();
    json.writeStringProperty("stream", output.stream().value());
    EventText.fields(json, output.event());
    json.writeEndObject();
  }
}
