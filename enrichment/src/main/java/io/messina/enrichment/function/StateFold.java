package io.messina.enrichment.function;

import io.messina.api.StrictJson;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateOptions;
import io.messina.store.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Changes the state of a key by the payloads of its events, as options say. Pure. */
public final class StateFold {

  private final List<FieldFold> fields;
  private final boolean readsPayloads;

  /**
   * The fold of an enrichment.
   *
   * @param options how each field is made
   */
  public StateFold(StateOptions options) {
    this.fields = options.fields().entrySet().stream().map(FieldFold::of).toList();
    this.readsPayloads = fields.stream().anyMatch(field -> field.pointer().isPresent());
  }

  private record FieldFold(String name, Optional<JsonPointer> pointer, FieldFunction function) {

    static FieldFold of(Map.Entry<String, StateField> field) {
      return new FieldFold(
          field.getKey(),
          field.getValue().value().map(JsonPointer::compile),
          FieldFunction.of(field.getValue()));
    }

    void apply(ObjectNode state, JsonNode payload, Consumer<String> skipped) {
      JsonNode value = pointer.map(payload::at).orElse(payload);
      boolean isThere = pointer.isEmpty() || !(value.isMissingNode() || value.isNull());
      try {
        JsonNode changed = isThere ? function.apply(state.get(name), value) : null;
        if (changed == null) {
          skipped.accept(name);
        } else {
          state.set(name, changed);
        }
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * The state after some events.
   *
   * @param state before them; null if there is none
   * @param payloads of the events, in their order
   * @param skipped told of each field that an event leaves as it is, as it has no value for it, or
   *     one that the function cannot take
   * @return the state after them
   * @throws IllegalArgumentException with a sentence if a payload is no JSON, unless none of the
   *     fields has a pointer; if a sum has too many digits, or the state becomes too long
   */
  public JsonState apply(
      @Nullable JsonState state, List<Bytes> payloads, Consumer<String> skipped) {
    ObjectNode changed = state == null ? JsonNodeFactory.instance.objectNode() : state.copy();
    for (Bytes payload : payloads) {
      JsonNode json = readsPayloads ? json(payload) : JsonNodeFactory.instance.missingNode();
      fields.forEach(field -> field.apply(changed, json, skipped));
    }
    return JsonState.of(changed);
  }

  private static JsonNode json(Bytes payload) {
    try {
      JsonNode json = StrictJson.payload(payload.toArray());
      if (!json.isMissingNode()) {
        return json;
      }
      throw new IllegalArgumentException("payload: nothing (expected: JSON)");
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "payload: " + StrictJson.fault(e) + " (expected: JSON)", e);
    }
  }
}
