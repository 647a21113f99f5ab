package io.messina.connectors.http;

import io.messina.api.StrictJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The key of a message as a member of a JSON body. */
final class BodyKey {

  private BodyKey() {}

  /**
   * Puts a key into a body.
   *
   * @param place a member of the whole, or a pointer to one; absent objects on the way are made
   */
  static String put(String body, String place, String key) {
    String[] steps =
        place.startsWith("/") ? place.substring(1).split("/", -1) : new String[] {place};
    JsonNode whole = StrictJson.read(body);
    ObjectNode at = object(whole);
    for (int i = 0; i < steps.length - 1; i++) {
      JsonNode inner = at.get(plain(steps[i]));
      at = inner == null ? at.putObject(plain(steps[i])) : object(inner);
    }
    at.put(plain(steps[steps.length - 1]), key);
    return whole.toString();
  }

  private static String plain(String step) {
    return step.replace("~1", "/").replace("~0", "~");
  }

  private static ObjectNode object(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new RenderException("idempotency: no object at its place in the body (expected: one)");
  }
}
