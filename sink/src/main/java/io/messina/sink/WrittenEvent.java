package io.messina.sink;

import io.messina.api.Times;
import io.messina.api.TraceHeaders;
import io.messina.api.sink.SinkFormat;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import io.messina.stream.json.ApiJson;
import io.messina.stream.json.EventJson;
import io.messina.stream.json.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * An event as the body of a request has it.
 *
 * @param stored the event
 * @param json an object in one line
 */
record WrittenEvent(StoredEvent stored, byte[] json) {

  private static final String TYPE_HEADER = "ce-type";
  private static final String TYPE = "io.messina.event";

  /** The extension "Distributed Tracing" of CloudEvents. */
  private static final List<String> TRACE_ATTRIBUTES =
      List.of(TraceHeaders.PARENT, TraceHeaders.STATE);

  static WrittenEvent of(SinkFormat format, String stream, StoredEvent stored) {
    return switch (format) {
      case NDJSON -> written(stored, EventJson::write);
      case CLOUDEVENTS -> written(stored, (json, event) -> writeCloudEvent(json, stream, event));
    };
  }

  private static WrittenEvent written(
      StoredEvent stored, BiConsumer<JsonGenerator, StoredEvent> form) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = ApiJson.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      form.accept(json, stored);
    }
    return new WrittenEvent(stored, inOneLine(bytes.toByteArray()));
  }

  /** Payloads are as they came; in JSON a line ends only between values. */
  private static byte[] inOneLine(byte[] json) {
    for (int i = 0; i < json.length; i++) {
      if (json[i] == '\n' || json[i] == '\r') {
        json[i] = ' ';
      }
    }
    return json;
  }

  private static void writeCloudEvent(JsonGenerator json, String stream, StoredEvent stored) {
    Event event = stored.event();
    Optional<String> key = event.key().flatMap(bytes -> StrictUtf8.decode(bytes.toArray()));
    json.writeStartObject();
    json.writeStringProperty("specversion", "1.0");
    json.writeStringProperty("id", stored.id().toString());
    json.writeStringProperty("source", "/v1/streams/" + stream);
    json.writeStringProperty("type", event.headers().getOrDefault(TYPE_HEADER, TYPE));
    json.writeStringProperty("time", Times.format(event.time().orElse(stored.appendTime())));
    key.ifPresent(text -> json.writeStringProperty("partitionkey", text));
    json.writeStringProperty("datacontenttype", event.contentType());
    Map<String, String> trace = TraceHeaders.of(event.headers());
    for (String name : TRACE_ATTRIBUTES) {
      if (trace.containsKey(name)) {
        json.writeStringProperty(name, trace.get(name));
      }
    }
    EventJson.writePayload(json, "data", event);
    json.writeEndObject();
  }

  static byte[] body(SinkFormat format, List<WrittenEvent> events) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean isList = format == SinkFormat.CLOUDEVENTS;
    for (WrittenEvent event : events) {
      if (isList) {
        body.write(body.size() == 0 ? '[' : ',');
      }
      body.writeBytes(event.json());
      body.write('\n');
    }
    if (isList) {
      body.write(']');
    }
    return body.toByteArray();
  }
}
