package io.messina.client;

import io.messina.api.StreamName;
import java.util.Optional;

/**
 * A feed as the server knows it.
 *
 * @param name what it is called
 * @param generation which creation of that name, from 1
 * @param stream whose events feed the feature
 * @param entityType what has the feature
 * @param kind whether that is a list or a scalar
 * @param feature what the feature is called
 * @param version which version is fed; empty text for the first one
 * @param entity a JSON pointer to the entity's id in payloads
 * @param value a JSON pointer to the value
 * @param time a JSON pointer to the time; empty for the event's own
 */
public record FeedDefinition(
    String name,
    int generation,
    StreamName stream,
    String entityType,
    FeatureKind kind,
    String feature,
    String version,
    String entity,
    String value,
    Optional<String> time) {

  /**
   * What would create it as it is.
   *
   * @return options of their own, which may be changed and given to {@link FeedClient#create}
   */
  public FeedOptions options() {
    FeedOptions options =
        FeedOptions.of(stream).entity(entity).entityType(entityType).value(value).version(version);
    time.ifPresent(options::time);
    return kind == FeatureKind.LIST ? options.list(feature) : options.scalar(feature);
  }
}
