package io.messina.client;

import io.messina.api.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a feature shall be like. What is not said stays as it stands; of a new feature, items and
 * values are kept for ever and lists show all of them. Unchanging.
 */
public final class FeatureOptions {

  private static final String TTL = "ttl";

  private final Map<String, String> fields;

  private FeatureOptions(Map<String, String> fields) {
    this.fields = fields;
  }

  /**
   * A feature of which each entity has a list.
   *
   * @param type of the items' values, which stays
   * @return the options
   */
  public static FeatureOptions list(ValueType type) {
    return of(FeatureKind.LIST, type);
  }

  /**
   * A feature of which each entity has one value.
   *
   * @param type of the values, which stays
   * @return the options
   */
  public static FeatureOptions scalar(ValueType type) {
    return of(FeatureKind.SCALAR, type);
  }

  private static FeatureOptions of(FeatureKind kind, ValueType type) {
    return new FeatureOptions(Map.of())
        .with("type", JsonText.quoted(kind.toString()))
        .with("value_type", JsonText.quoted(type.toString()));
  }

  /**
   * The same with a time to live. A shorter one counts at once, also for what is there.
   *
   * @param ttl how long an item or a value is there from its own time on: whole seconds from 1 s to
   *     36,500 days
   * @return other options
   */
  public FeatureOptions withTtl(Duration ttl) {
    return with(TTL, JsonText.quoted(Durations.format(ttl)));
  }

  /**
   * The same, kept for ever.
   *
   * @return other options
   */
  public FeatureOptions keptForever() {
    return with(TTL, JsonText.quoted(Durations.FOREVER));
  }

  /**
   * The same, showing only the newest item of each value, which stays; for lists only.
   *
   * @return other options
   */
  public FeatureOptions unique() {
    return with("unique", "true");
  }

  private FeatureOptions with(String name, String json) {
    Map<String, String> more = new LinkedHashMap<>(fields);
    more.put(name, json);
    return new FeatureOptions(more);
  }

  byte[] toJson() {
    return JsonText.rawFields(fields);
  }
}
