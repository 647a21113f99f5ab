package io.messina.client.internal;

import io.messina.api.Wire;
import java.io.ByteArrayOutputStream;
import java.util.Collection;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON. */
public final class JsonBodies {

  public static final JsonFactory FACTORY = new JsonFactory();

  private static final byte[] NEW_LINE = {'\n'};

  private JsonBodies() {}

  /** A record of the vocabulary that servers and clients share. */
  public static byte[] record(Object record) {
    return Wire.utf8(record);
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
