package io.messina.client;

import io.messina.api.Durations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a group shall be like; what is not said is the server's to choose. For one thread. */
public final class GroupOptions {

  private final Map<String, String> fields = new LinkedHashMap<>();

  private GroupOptions() {}

  /**
   * Begins options.
   *
   * @return nothing said yet
   */
  public static GroupOptions defaults() {
    return new GroupOptions();
  }

  /**
   * Sets where it begins.
   *
   * @param start of a new group
   * @return this
   */
  public GroupOptions start(Start start) {
    return text("start", start.text());
  }

  /**
   * Sets how long a worker has an event unless it asks for another time.
   *
   * @param lease from 1 s to 12 h
   * @return this
   */
  public GroupOptions lease(Duration lease) {
    return text("lease", Durations.format(lease));
  }

  /**
   * Sets after how many attempts an event becomes a dead letter.
   *
   * @param attempts from 1
   * @return this
   */
  public GroupOptions maxAttempts(int attempts) {
    return number("max_attempts", attempts);
  }

  /**
   * Sets how long a failed event waits.
   *
   * @param backoff the waits
   * @return this
   */
  public GroupOptions backoff(Backoff backoff) {
    byte[] json =
        JsonText.object(
            fields -> {
              fields.writeStringProperty("first", Durations.format(backoff.first()));
              fields.writeStringProperty("longest", Durations.format(backoff.longest()));
              fields.writeNumberProperty("jitter_percent", backoff.jitterPercent());
            });
    fields.put("backoff", new String(json, StandardCharsets.UTF_8));
    return this;
  }

  /**
   * Sets whether the events of a key are kept in order.
   *
   * @param order the order
   * @return this
   */
  public GroupOptions order(Order order) {
    return text("order", order.text());
  }

  /**
   * Sets what happens to events whose outcome is uncertain.
   *
   * @param delivery the delivery
   * @return this
   */
  public GroupOptions delivery(Delivery delivery) {
    return text("delivery", delivery.text());
  }

  /**
   * Sets how many events of a shard are out at once.
   *
   * @param events from 1
   * @return this
   */
  public GroupOptions maxInFlight(int events) {
    return number("max_in_flight", events);
  }

  /**
   * Sets how many events of a key are out at once.
   *
   * @param events from 1; 0 for no limit
   * @return this
   */
  public GroupOptions maxConcurrentPerKey(int events) {
    return number("max_concurrent_per_key", events);
  }

  /**
   * Sets how fast events are handed out.
   *
   * @param eventsPerSecond of the whole group, in equal parts on its shards, from 1; 0 for no limit
   * @return this
   */
  public GroupOptions rateLimit(int eventsPerSecond) {
    return number("rate_limit", eventsPerSecond);
  }

  /**
   * Sets how many unfinished events a shard may have before nothing new is handed out.
   *
   * @param events from 1
   * @return this
   */
  public GroupOptions maxUnfinished(int events) {
    return number("max_unfinished", events);
  }

  private GroupOptions number(String name, int number) {
    fields.put(name, Integer.toString(number));
    return this;
  }

  private GroupOptions text(String name, String text) {
    fields.put(name, JsonText.quoted(text));
    return this;
  }

  byte[] toJson() {
    return JsonText.rawFields(fields);
  }
}
