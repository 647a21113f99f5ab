package io.messina.server.ingest;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.Times;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Reads a scalar of JSON as a key or a time. */
final class KeyAndTime {

  private KeyAndTime() {}

  /** Texts as UTF-8, numbers and booleans as they are written; nothing if it is null or absent. */
  static Optional<Bytes> key(String place, @Nullable JsonToken token, String value) {
    if (token == null || token == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (!token.isScalarValue()) {
      throw new Refusal(
          place + ": an object or a list (expected: a text, a number, true or false)");
    }
    return Optional.of(key(place, value));
  }

  /** A key that is a text. */
  static Bytes key(String place, String text) {
    if (!Checks.isUtf8(text)) {
      throw new Refusal(place + ": an unpaired surrogate (expected: a text that UTF-8 can hold)");
    }
    return Bytes.utf8(text);
  }

  static Optional<Instant> time(String place, @Nullable JsonToken token, String value) {
    if (token == null || token == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (token != JsonToken.VALUE_STRING) {
      String shown = token.isScalarValue() ? Shown.text(value) : "an object or a list";
      throw new Refusal(place + ": " + shown + " (expected: " + Times.FORM + ")");
    }
    return Optional.of(time(place, value));
  }

  static Instant time(String place, String text) {
    try {
      return Times.parse(text);
    } catch (IllegalArgumentException e) {
      throw new Refusal(place + ": " + e.getMessage());
    }
  }
}
