package io.messina.client;

import io.messina.api.StreamName;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a stream feeds a feature:
 *
 * <pre>{@code
 * FeedOptions.of("edits").entity("/user").list("recent_pages").value("/page").time("/time")
 * }</pre>
 *
 * <p>An entity, a value, and a list or a scalar must be said. For one thread.
 */
public final class FeedOptions {

  private final Map<String, String> fields = new LinkedHashMap<>();

  private FeedOptions(StreamName stream) {
    put("stream", stream.value());
  }

  /**
   * Begins options.
   *
   * @param stream whose events feed the feature
   * @return nothing else said yet
   */
  public static FeedOptions of(StreamName stream) {
    return new FeedOptions(stream);
  }

  /**
   * Begins options.
   *
   * @param stream whose events feed the feature
   * @return nothing else said yet
   * @throws IllegalArgumentException where it is no name
   */
  public static FeedOptions of(String stream) {
    return of(new StreamName(stream));
  }

  /**
   * Sets where payloads hold the entity's id.
   *
   * @param pointer a JSON pointer to a text or a number, as in {@code /user}
   * @return this
   */
  public FeedOptions entity(String pointer) {
    return put("entity", pointer);
  }

  /**
   * Sets the type of the entities.
   *
   * @param entityType what the pointer to the entity ends with, unless set
   * @return this
   */
  public FeedOptions entityType(String entityType) {
    return put("entity_type", entityType);
  }

  /**
   * Feeds lists.
   *
   * @param feature the name of a list feature
   * @return this
   */
  public FeedOptions list(String feature) {
    fields.remove("scalar");
    return put("list", feature);
  }

  /**
   * Feeds scalars.
   *
   * @param feature the name of a scalar feature
   * @return this
   */
  public FeedOptions scalar(String feature) {
    fields.remove("list");
    return put("scalar", feature);
  }

  /**
   * Sets the version that is fed.
   *
   * @param version the first one unless set
   * @return this
   */
  public FeedOptions version(String version) {
    return put("version", version);
  }

  /**
   * Sets where payloads hold the value.
   *
   * @param pointer a JSON pointer, as in {@code /page}
   * @return this
   */
  public FeedOptions value(String pointer) {
    return put("value", pointer);
  }

  /**
   * Sets where payloads hold the time.
   *
   * @param pointer a JSON pointer to a time in RFC 3339; unless set the event's own time counts, or
   *     that of its appending
   * @return this
   */
  public FeedOptions time(String pointer) {
    return put("time", pointer);
  }

  private FeedOptions put(String name, String text) {
    fields.put(name, JsonText.quoted(text));
    return this;
  }

  byte[] toJson() {
    return JsonText.rawFields(fields);
  }
}
