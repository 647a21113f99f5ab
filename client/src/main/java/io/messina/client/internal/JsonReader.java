package io.messina.client.internal;

import io.messina.api.Wire;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Reads JSON front to back; each reading method takes the value that the reader stands at. Fields
 * that nobody takes are passed over, so that a newer server is understood.
 */
public final class JsonReader {

  private final byte[] body;
  private final JsonParser parser;

  private JsonReader(byte[] body, JsonParser parser) {
    this.body = body;
    this.parser = parser;
  }

  /**
   * What is read from one value that is all of a text.
   *
   * @throws MalformedJsonException where the text is of another form
   */
  public static <T> T read(byte[] body, Function<JsonReader, T> value) {
    try (JsonParser parser = JsonText.FACTORY.createParser(ObjectReadContext.empty(), body)) {
      JsonReader reader = new JsonReader(body, parser);
      reader.expect(parser.nextToken() != null, "a value");
      T read = value.apply(reader);
      reader.expect(parser.nextToken() == null, "its end");
      return read;
    } catch (JacksonException e) {
      throw new MalformedJsonException(e.getOriginalMessage(), e);
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

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public String text() {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, "a text");
    return parser.getString();
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

  /** The text of any number. */
  public String anyNumber() {
    JsonToken token = parser.currentToken();
    expect(
        token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT, "a number");
    return parser.getString();
  }

  public boolean flag() {
    expect(
        parser.currentToken() == JsonToken.VALUE_TRUE
            || parser.currentToken() == JsonToken.VALUE_FALSE,
        "true or false");
    return parser.getBooleanValue();
  }

  /** The value as it stands in the text, byte for byte. */
  public byte[] raw() {
    int from = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
    skip();
    return Arrays.copyOfRange(
        body, from, Math.toIntExact(parser.currentLocation().getByteOffset()));
  }

  /** The value of a text; anything else as it stands in the text. */
  public String textOfAny() {
    return parser.currentToken() == JsonToken.VALUE_STRING
        ? parser.getString()
        : new String(raw(), StandardCharsets.UTF_8);
  }

  /** The array that is the only field of an object. */
  public <T> List<T> list(String field, Function<JsonReader, T> element) {
    List<T> list = new ArrayList<>();
    object(
        name -> {
          if (name.equals(field)) {
            array(() -> list.add(element.apply(this)));
          }
        });
    return List.copyOf(list);
  }

  /** A page of a list; what the next one comes after, if there is one. */
  public Optional<String> page(String field, Runnable element) {
    Values others = new Values();
    object(
        name -> {
          if (name.equals(field)) {
            array(element);
          } else {
            others.take(name, this);
          }
        });
    return others.find("next");
  }

  /** A record of the vocabulary that servers and clients share. */
  public <T> T record(Class<T> type) {
    return EventFields.required("a record", Wire.read(raw(), type));
  }

  /** Records of it in an array. */
  public <T> List<T> records(Class<T> type) {
    return Wire.readAll(raw(), type);
  }

  public void skip() {
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
