package io.messina.features.node;

import io.messina.api.feature.FeedOptions;
import java.util.Optional;
import tools.jackson.core.JsonPointer;

/**
 * Where the parts are in the JSON of an event.
 *
 * @param entity the entity's id
 * @param value the value
 * @param time the event time, unless the event's own or its append time is taken
 */
record FeedPointers(JsonPointer entity, JsonPointer value, Optional<JsonPointer> time) {

  static FeedPointers of(FeedOptions options) {
    return new FeedPointers(
        JsonPointer.compile(options.entity()),
        JsonPointer.compile(options.value()),
        options.time().map(JsonPointer::compile));
  }
}
