package io.messina.api.feature;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.Optional;

/**
 * How a stream feeds a feature: where in the JSON of an event its parts are. Made of {@link #list}
 * or {@link #scalar} by naming what shall be otherwise.
 *
 * @param stream whose events feed it; it stays
 * @param entityType what has the feature; never empty, as it is what the pointer to the entity ends
 *     with if it is not said
 * @param list the name of the list feature that is fed
 * @param scalar the name of the scalar feature that is fed; one of the two is there
 * @param version which version of the feature
 * @param entity a JSON pointer to the entity's id: a text or a number
 * @param value a JSON pointer to the value, which must be of the feature's type
 * @param time a JSON pointer to the time of item or value, in RFC 3339; if absent, the event's own
 *     time, and of events without one the time of their appending
 */
public record FeedOptions(
    @Field("the stream whose events feed the feature; for ever") StreamName stream,
    @Field("what has the feature; by default what the pointer to the entity ends with")
        Optional<String> entityType,
    @Field("the list feature that is fed") Optional<String> list,
    @Field("the scalar feature that is fed, where it is no list") Optional<String> scalar,
    @Field(value = "which version of the feature is fed; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field("where a JSON payload has the entity's id, a JSON pointer as in /user") String entity,
    @Field("where a JSON payload has the value, a JSON pointer as in /page") String value,
    @Field("where a JSON payload has the time, as in /time; by default the event's own time")
        Optional<String> time)
    implements FeedOptionsWithers {

  /**
   * Checked options, with the type of the entities.
   *
   * @throws WireException if one is no JSON pointer, the version is the latest one, or not just one
   *     feature is there
   */
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
   * @return the options
   */
  public static FeedOptions list(StreamName stream, String feature, String entity, String value) {
    return new FeedOptions(
        stream,
        Optional.empty(),
        Optional.of(feature),
        Optional.empty(),
        FeatureVersion.FIRST,
        entity,
        value,
        Optional.empty());
  }

  /**
   * Feeds scalars, each value with the event's own time.
   *
   * @param stream whose events
   * @param feature the name of a scalar feature of the entities that the pointer ends with
   * @param entity a JSON pointer to the entity's id in payloads, as in {@code /user}
   * @param value a JSON pointer to the value, as in {@code /age}
   * @return the options
   */
  public static FeedOptions scalar(StreamName stream, String feature, String entity, String value) {
    return new FeedOptions(
        stream,
        Optional.empty(),
        Optional.empty(),
        Optional.of(feature),
        FeatureVersion.FIRST,
        entity,
        value,
        Optional.empty());
  }

  /**
   * What is fed.
   *
   * @return the name of the feature
   */
  public FeatureName feature() {
    return new FeatureName(entityType.orElseThrow(), list.or(() -> scalar).orElseThrow());
  }

  /**
   * What an entity has of the feature.
   *
   * @return list or scalar
   */
  public FeatureKind type() {
    return list.isPresent() ? FeatureKind.LIST : FeatureKind.SCALAR;
  }

  /** Behind the last slash of a pointer, ~1 means a slash and ~0 a tilde. */
  private static String last(String pointer) {
    return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
  }
}
