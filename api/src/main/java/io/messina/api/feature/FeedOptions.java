package io.messina.api.feature;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a feed from a stream into a feature: the places of its parts in the JSON of an event.
 * Begin with {@link #list} or {@link #scalar}.
 */
public record FeedOptions(
    @Field("stream whose events feed the feature; fixed at creation") StreamName stream,
    @Field("type of the entities; by default the last name of the pointer to the entity")
        Optional<String> entityType,
    @Field(value = "list feature that is fed", wither = false) Optional<String> list,
    @Field(value = "scalar feature that is fed, if it is not a list", wither = false)
        Optional<String> scalar,
    @Field(value = "version of the feature; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field(value = "JSON pointer to the entity's id in payloads, as in /user", wither = false)
        String entity,
    @Field("JSON pointer to the value in payloads, as in /page") String value,
    @Field(
            "JSON pointer to the time in payloads, as in /time; by default the event's time, or"
                + " else its append time")
        Optional<String> time)
    implements FeedOptionsWithers {

  public FeedOptions {
    Checks.pointer("entity", entity);
    Checks.pointer("value", value);
    time.ifPresent(pointer -> Checks.pointer("time", pointer));
    version = version.exact();
    if (list.isPresent() == scalar.isPresent()) {
      throw new WireException(
          WireException.Fault.ABSENT, "list and scalar: both or none (expected: one of them)");
    }
    FeatureName feature =
        new FeatureName(entityType.orElse(last(entity)), list.or(() -> scalar).orElseThrow());
    entityType = Optional.of(feature.entityType());
  }

  /**
   * Feeds lists, each item with the event's own time.
   *
   * @param stream whose events
   * @param feature the name of a list feature of the entities that the pointer ends with
   * @param entity a JSON pointer to the entity's id in payloads, as in {@code /user}
   * @param value a JSON pointer to the value, as in {@code /page}
   */
  public static FeedOptions list(StreamName stream, String feature, String entity, String value) {
    return of("list", stream, feature, entity, value);
  }

  /**
   * Feeds scalars, each value with the event's own time.
   *
   * @param stream whose events
   * @param feature the name of a scalar feature of the entities that the pointer ends with
   * @param entity a JSON pointer to the entity's id in payloads, as in {@code /user}
   * @param value a JSON pointer to the value, as in {@code /age}
   */
  public static FeedOptions scalar(StreamName stream, String feature, String entity, String value) {
    return of("scalar", stream, feature, entity, value);
  }

  private static FeedOptions of(
      String type, StreamName stream, String feature, String entity, String value) {
    return Wire.of(
        FeedOptions.class,
        Map.of("stream", stream, type, feature, "entity", entity, "value", value));
  }

  /** The name of the feature. */
  public FeatureName feature() {
    return new FeatureName(entityType.orElseThrow(), list.or(() -> scalar).orElseThrow());
  }

  /** The kind of the feature. */
  public FeatureKind type() {
    return list.isPresent() ? FeatureKind.LIST : FeatureKind.SCALAR;
  }

  /** Behind the last slash of a pointer, ~1 means a slash and ~0 a tilde. */
  private static String last(String pointer) {
    return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
  }
}
