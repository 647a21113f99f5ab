package io.messina.features.feed;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureException.Refused.Reason;
import io.messina.features.FeatureValue;
import io.messina.features.StrictJson;
import io.messina.features.TimeText;
import io.messina.features.ValueJson;
import io.messina.features.ValueType;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What an event says to a feature.
 *
 * @param entity whose
 * @param value what
 * @param time when
 */
record FedEvent(EntityId entity, FeatureValue value, Instant time) {

  /**
   * Reads an event.
   *
   * @throws FeatureException.Refused where something is missing or wrong
   */
  static FedEvent read(FeedPointers pointers, ValueType type, StoredEvent stored) {
    JsonNode json = json(stored);
    return new FedEvent(
        entity(json.at(pointers.entity())),
        ValueJson.read(type, json.at(pointers.value())),
        pointers
            .time()
            .map(pointer -> time(json.at(pointer)))
            .or(() -> stored.event().time())
            .orElse(stored.appendTime()));
  }

  private static JsonNode json(StoredEvent stored) {
    try {
      return StrictJson.read(stored.event().payload().toArray());
    } catch (JacksonException e) {
      throw wrong("payload: " + StrictJson.fault(e) + " (expected: JSON)");
    }
  }

  private static EntityId entity(JsonNode node) {
    if (!node.isString() && !node.isIntegralNumber()) {
      throw wrong("entity: a JSON " + node.getNodeType() + " (expected: a text or a whole number)");
    }
    return new EntityId(node.asString());
  }

  private static Instant time(JsonNode node) {
    if (!node.isString()) {
      throw wrong("time: a JSON " + node.getNodeType() + " (expected: a text, RFC 3339)");
    }
    return TimeText.parse(node.stringValue());
  }

  private static FeatureException.Refused wrong(String message) {
    return new FeatureException.Refused(Reason.WRONG_TYPE, message);
  }
}
