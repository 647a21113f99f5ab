package io.messina.api.aggregate;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.Json;
import io.messina.api.WireException;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/** A condition on the payloads of counted events: a value at a place. */
public record FieldCondition(
    @Field("JSON pointer to the value in payloads, as in /robot") String field,
    @Field("value that it must have, also null; if absent, any value but null")
        @JsonDeserialize(using = NullToo.class)
        Optional<Json> equals) {

  /** Null is a value like others here, and not the same as none. */
  static final class NullToo extends StdDeserializer<Optional<Json>> {

    NullToo() {
      super(Optional.class);
    }

    @Override
    public Optional<Json> deserialize(JsonParser json, DeserializationContext context) {
      return Optional.of(context.readValue(json, Json.class));
    }

    @Override
    public Optional<Json> getNullValue(DeserializationContext context) {
      return Optional.of(new Json("null"));
    }

    @Override
    public Optional<Json> getAbsentValue(DeserializationContext context) {
      return Optional.empty();
    }
  }

  public FieldCondition {
    Checks.pointer("field", field);
    equals.ifPresent(
        value -> {
          if (value.text().startsWith("{") || value.text().startsWith("[")) {
            throw new WireException(
                WireException.Fault.WRONG_TYPE,
                "equals: an object or array (expected: a text, a number, a flag or null)");
          }
        });
  }
}
