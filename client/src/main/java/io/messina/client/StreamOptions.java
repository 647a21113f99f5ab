package io.messina.client;

import io.messina.api.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a stream shall be like; what is not said is the server's to choose. For one thread. */
public final class StreamOptions {

  private final Map<String, String> fields = new LinkedHashMap<>();

  private StreamOptions() {}

  /**
   * Begins options.
   *
   * @return nothing said yet
   */
  public static StreamOptions defaults() {
    return new StreamOptions();
  }

  /**
   * Sets the number of shards, which stays.
   *
   * @param shards a power of two from 1 to 4096
   * @return this
   */
  public StreamOptions shards(int shards) {
    fields.put("shards", Integer.toString(shards));
    return this;
  }

  /**
   * Sets how long events are kept.
   *
   * @param retention from their append time
   * @return this
   */
  public StreamOptions retention(Duration retention) {
    return text("retention", Durations.format(retention));
  }

  /**
   * Keeps events for ever.
   *
   * @return this
   */
  public StreamOptions keptForever() {
    return text("retention", Durations.FOREVER);
  }

  /**
   * Sets for how long idempotency keys are remembered. With zero, retries may store events twice.
   *
   * @param window up to 7 days
   * @return this
   */
  public StreamOptions deduplicate(Duration window) {
    return text("deduplicate", Durations.format(window));
  }

  /**
   * Sets where the stream's shards live in the database, which stays.
   *
   * @param placement refused by servers whose store has no places that stay, unless it is any
   * @return this
   */
  public StreamOptions placement(Placement placement) {
    return text("placement", placement.text());
  }

  /**
   * Sets where JSON payloads hold the key.
   *
   * @param pointer a JSON pointer, as in {@code /user}
   * @return this
   */
  public StreamOptions key(String pointer) {
    return text("key", pointer);
  }

  /**
   * Sets where JSON payloads hold the event time.
   *
   * @param pointer a JSON pointer, as in {@code /time}
   * @return this
   */
  public StreamOptions time(String pointer) {
    return text("time", pointer);
  }

  /**
   * Sets what JSON payloads must meet.
   *
   * @param json a JSON Schema
   * @return this
   * @throws IllegalArgumentException where it is not well-formed JSON
   */
  public StreamOptions schema(String json) {
    fields.put("schema", Payload.json(json).text());
    return this;
  }

  private StreamOptions text(String name, String text) {
    fields.put(name, JsonText.quoted(text));
    return this;
  }

  byte[] toJson() {
    return JsonText.rawFields(fields);
  }
}
