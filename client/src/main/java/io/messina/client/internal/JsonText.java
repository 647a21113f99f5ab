package io.messina.client.internal;

import io.messina.api.Wire;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON. */
public final class JsonText {

  public static final JsonFactory FACTORY = new JsonFactory();

  private static final byte[] NEW_LINE = {'\n'};

  private JsonText() {}

  /** A record of the vocabulary that servers and clients share. */
  public static byte[] record(Object record) {
    return Wire.write(record).getBytes(StandardCharsets.UTF_8);
  }

  /** An object of the fields that are written. */
  public static byte[] object(Consumer<JsonGenerator> fields) {
    return value(
        json -> {
          json.writeStartObject();
          fields.accept(json);
          json.writeEndObject();
        });
  }

  /** The one value that is written. */
  public static byte[] value(Consumer<JsonGenerator> value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      value.accept(json);
    }
    return bytes.toByteArray();
  }

  /** An array of texts, as a field. */
  public static void strings(JsonGenerator json, String name, Collection<?> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(value -> json.writeString(value.toString()));
    json.writeEndArray();
  }

  /** An object of texts, as a field; nothing where there are none. */
  public static void textsIfAny(JsonGenerator json, String name, Map<String, String> texts) {
    if (!texts.isEmpty()) {
      json.writeObjectPropertyStart(name);
      texts.forEach(json::writeStringProperty);
      json.writeEndObject();
    }
  }

  /** An array of objects whose fields are written, as a field. */
  public static <T> void objects(
      JsonGenerator json, String name, Collection<T> values, BiConsumer<JsonGenerator, T> fields) {
    json.writeArrayPropertyStart(name);
    for (T value : values) {
      json.writeStartObject();
      fields.accept(json, value);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** An object of fields whose values are JSON already. */
  public static byte[] rawFields(Map<String, String> fields) {
    return object(
        json ->
            fields.forEach(
                (name, value) -> {
                  json.writeName(name);
                  json.writeRawValue(value);
                }));
  }

  /** A text as JSON writes it. */
  public static String quoted(String text) {
    StringWriter quoted = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), quoted)) {
      json.writeString(text);
    }
    return quoted.toString();
  }

  /** One after the other, each with the end of its line. */
  public static byte[] lines(Collection<byte[]> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      bytes.writeBytes(line);
      bytes.writeBytes(NEW_LINE);
    }
    return bytes.toByteArray();
  }
}
