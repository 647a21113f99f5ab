package io.messina.features.node;

import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.Times;
import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureValue;
import io.messina.stream.StoredEvent;
import java.math.BigDecimal;
import java.time.Instant;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The entity, value and event time that a feed takes from an event. */
record FedEvent(EntityId entity, FeatureValue value, Instant time) {

  /**
   * Reads an event.
   *
   * @throws WireException if something is missing or wrong
   */
  static FedEvent read(FeedPointers pointers, StoredEvent stored) {
    JsonNode json = json(stored);
    return new FedEvent(
        entity(json.at(pointers.entity())),
        value(json.at(pointers.value())),
        pointers
            .time()
            .map(pointer -> time(json.at(pointer)))
            .or(() -> stored.event().time())
            .orElse(stored.appendTime()));
  }

  private static JsonNode json(StoredEvent stored) {
    try {
      return StrictJson.payload(stored.event().payload().toArray());
    } catch (JacksonException e) {
      throw wrong("payload: " + StrictJson.fault(e) + " (expected: JSON)");
    }
  }

  private static EntityId entity(JsonNode node) {
    if (node.isString()) {
      return new EntityId(node.stringValue());
    }
    if (node.isNumber() && isWhole(node.decimalValue())) {
      return new EntityId(node.decimalValue().toBigInteger().toString());
    }
    throw wrong("entity: " + shown(node) + " (expected: a text or a whole number)");
  }

  /** Whether a number is whole, and no longer than the id of an entity may be. */
  private static boolean isWhole(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() <= 0
        && (long) shortest.precision() - shortest.scale() <= EntityId.BYTES_MAX;
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "none" : Shown.text(node.toString());
  }

  private static FeatureValue value(JsonNode node) {
    if (node.isMissingNode()) {
      throw wrong("value: none (expected: a value)");
    }
    return FeatureValue.of(node);
  }

  private static Instant time(JsonNode node) {
    if (!node.isString()) {
      throw wrong("time: " + shown(node) + " (expected: a text, RFC 3339)");
    }
    try {
      return Times.parse(node.stringValue());
    } catch (IllegalArgumentException e) {
      throw wrong("time: " + e.getMessage());
    }
  }

  private static WireException wrong(String message) {
    return new WireException(WireException.Fault.WRONG_TYPE, message);
  }
}
