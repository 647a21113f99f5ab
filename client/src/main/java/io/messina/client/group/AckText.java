package io.messina.client.group;

import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.event.EventText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Acknowledgements as the API writes them. */
final class AckText {

  private static final byte[] BEGIN = "{\"receipts\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

  private AckText() {}

  /** A request of acknowledgements that are written already. */
  static byte[] request(List<byte[]> entries) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(BEGIN);
    for (int i = 0; i < entries.size(); i++) {
      if (i > 0) {
        body.write(',');
      }
      body.writeBytes(entries.get(i));
    }
    body.writeBytes(END);
    return body.toByteArray();
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
