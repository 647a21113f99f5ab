package io.messina.client.internal;

import io.messina.api.StrictJson;
import io.messina.api.Wire;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Reads JSON front to back; each reading method consumes the value at the reader's position. Fields
 * that no caller reads are skipped, so that answers of newer servers are understood.
 */
public final class JsonReader {

  private final byte[] body;
  private final JsonParser parser;

  private JsonReader(byte[] body, JsonParser parser) {
    this.body = body;
    this.parser = parser;
  }

  /**
   * Reads one value that is the whole text.
   *
   * @throws MalformedJsonException if the text is of another form
   */
  public static <T> T read(byte[] body, Function<JsonReader, T> value) {
    try (JsonParser parser = JsonBodies.FACTORY.createParser(ObjectReadContext.empty(), body)) {
      JsonReader reader = new JsonReader(body, parser);
      reader.expect(parser.nextToken() != null, "a value");
      T read = value.apply(reader);
      reader.expect(parser.nextToken() == null, "its end");
      return read;
    } catch (JacksonException e) {
      throw new MalformedJsonException(StrictJson.fault(e), e);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new MalformedJsonException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Reads an object; the consumer of a field's name reads its value or leaves it. */
  public void object(Consumer<String> field) {
    object(field, nullField -> {});
  }

  /** Reads an object, and tells the second consumer the names of fields that are null. */
  public void object(Consumer<String> field, Consumer<String> nullField) {
    expect(parser.currentToken() == JsonToken.START_OBJECT, "an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken first = parser.nextToken();
      (first == JsonToken.VALUE_NULL ? nullField : field).accept(name);
      if (parser.currentToken() == first) {
        skip();
      }
    }
  }

  /** Reads an array; the task reads the element at hand. */
  public void array(Runnable element) {
    expect(parser.currentToken() == JsonToken.START_ARRAY, "an array");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.run();
    }
  }

  public String text() {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, "a text");
    return parser.getString();
  }

  /** A text, or nothing for a null. */
  public Optional<String> textIfAny() {
    return parser.currentToken() == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(text());
  }

  public Instant time() {
    return Instant.parse(text());
  }

  public byte[] base64() {
    return Base64.getDecoder().decode(text());
  }

  public int number() {
    expect(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, "a number");
    return parser.getIntValue();
  }

  public long longNumber() {
    expect(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, "a number");
    return parser.getLongValue();
  }

  public boolean flag() {
    expect(
        parser.currentToken() == JsonToken.VALUE_TRUE
            || parser.currentToken() == JsonToken.VALUE_FALSE,
        "true or false");
    return parser.getBooleanValue();
  }

  /** Returns the value byte for byte as in the text. */
  public byte[] raw() {
    int from = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
    skip();
    return Arrays.copyOfRange(
        body, from, Math.toIntExact(parser.currentLocation().getByteOffset()));
  }

  /** Reads one field of an object by a task. */
  public <T> T field(String name, Supplier<T> value) {
    List<T> found = new ArrayList<>();
    object(
        field -> {
          if (field.equals(name)) {
            found.add(value.get());
          }
        });
    expect(!found.isEmpty(), name);
    return found.get(0);
  }

  /**
   * Reads a page whose elements are read by a task; returns the position of the next page, if there
   * is one.
   */
  public Optional<String> page(String field, Runnable elements) {
    List<String> next = new ArrayList<>();
    object(
        name -> {
          if (name.equals(field)) {
            elements.run();
          } else if (name.equals("next")) {
            next.add(text());
          }
        });
    return next.stream().findFirst();
  }

  /** A record of the vocabulary that servers and clients share. */
  public <T> T record(Class<T> type) {
    return required("a record", Wire.read(raw(), type));
  }

  /** Records of it in an array. */
  public <T> List<T> records(Class<T> type) {
    return Wire.readAll(raw(), type);
  }

  public static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new MalformedJsonException(name + " is missing", null);
    }
    return value;
  }

  private void skip() {
    parser.skipChildren();
    parser.finishToken();
  }

  private void expect(boolean found, String expected) {
    if (!found) {
      throw new MalformedJsonException(
          parser.currentToken()
              + " at byte "
              + parser.currentLocation().getByteOffset()
              + " (expected: "
              + expected
              + ")",
          null);
    }
  }
}
