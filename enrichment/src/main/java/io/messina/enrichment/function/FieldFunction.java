package io.messina.enrichment.function;

import io.messina.api.enrichment.StateField;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The change of a field by a value. */
@FunctionalInterface
interface FieldFunction {

  /**
   * The field after a value.
   *
   * @param standing the field before; null if it has no value yet. Not to be changed
   * @param value that an event has; neither missing nor null, but of a count without a pointer
   * @return null if it cannot take the value
   * @throws ArithmeticException if the event cannot be applied at all
   */
  @Nullable JsonNode apply(@Nullable JsonNode standing, JsonNode value);

  static FieldFunction of(StateField field) {
    return switch (field.function()) {
      case COUNT -> (standing, value) -> Numbers.plusOne(standing);
      case SUM -> (standing, value) -> Numbers.sum(standing, value);
      case LAST -> (standing, value) -> value;
      case MIN -> (standing, value) -> Extreme.of(standing, value, -1);
      case MAX -> (standing, value) -> Extreme.of(standing, value, 1);
      case SET_IF_ABSENT -> (standing, value) -> standing == null ? value : standing;
      case APPEND_TO_LIST -> appending(field.max().orElse(StateField.MAX_DEFAULT));
    };
  }

  private static FieldFunction appending(int max) {
    return (standing, value) -> {
      JsonNode before = standing == null ? JsonNodeFactory.instance.arrayNode() : standing;
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      for (int i = Math.max(0, before.size() + 1 - max); i < before.size(); i++) {
        list.add(before.get(i));
      }
      return list.add(value);
    };
  }
}
