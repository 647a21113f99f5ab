package io.messina.enrichment.function;

import io.messina.api.Checks;
import io.messina.store.Bytes;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The state of a key: a JSON object whose numbers keep all their digits. Never changes. */
public final class JsonState {

  /** The longest state, in bytes of JSON. */
  public static final int BYTES_MAX = 256 << 10;

  /** It nests deeper than a payload may, as it holds values of payloads. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final ObjectNode fields;
  private final Bytes json;

  private JsonState(ObjectNode fields, Bytes json) {
    this.fields = fields;
    this.json = json;
  }

  /**
   * A state.
   *
   * @param fields which must not be changed from now on
   * @throws IllegalArgumentException if it is too long, or UTF-8 cannot hold it
   */
  static JsonState of(ObjectNode fields) {
    String text = fields.toString();
    Checks.utf8("state", text);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    Checks.that(
        utf8.length <= BYTES_MAX, "state", utf8.length + " bytes", "up to " + BYTES_MAX + " bytes");
    return new JsonState(fields, Bytes.wrap(utf8));
  }

  /**
   * Reads a state that was stored.
   *
   * @throws IllegalArgumentException if it is no JSON object
   */
  public static JsonState read(Bytes json) {
    if (MAPPER.readTree(json.toArray()) instanceof ObjectNode fields) {
      return new JsonState(fields, json);
    }
    throw new IllegalArgumentException("state: " + json.length() + " bytes (expected: an object)");
  }

  /**
   * The state as it is stored.
   *
   * @return JSON
   */
  public Bytes json() {
    return json;
  }

  /** Fields that may be changed, but not their values. */
  ObjectNode copy() {
    return JsonNodeFactory.instance.objectNode().setAll(fields);
  }

  @Override
  public String toString() {
    return json.toUtf8();
  }
}
