package io.messina.cli.features;

import io.messina.client.FeatureKind;
import io.messina.client.FeedDefinition;
import io.messina.client.FeedStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Feeds as fields, in the order and by the names of the HTTP API. */
final class FeedFields {

  private FeedFields() {}

  static Map<String, @Nullable Object> definition(FeedDefinition feed) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", feed.name());
    fields.put("generation", feed.generation());
    fields.put("stream", feed.stream().value());
    fields.put("entity_type", feed.entityType());
    fields.put("list", feed.kind() == FeatureKind.LIST ? feed.feature() : null);
    fields.put("scalar", feed.kind() == FeatureKind.SCALAR ? feed.feature() : null);
    fields.put("version", feed.version());
    fields.put("entity", feed.entity());
    fields.put("value", feed.value());
    fields.put("time", feed.time().orElse(null));
    return fields;
  }

  static Map<String, @Nullable Object> of(FeedStatus status) {
    Map<String, @Nullable Object> fields = definition(status.definition());
    fields.put("running", status.running());
    fields.put("trouble", status.trouble().orElse(null));
    fields.put("lag", status.lag().isPresent() ? status.lag().getAsLong() : null);
    fields.put("oldest_unfed", status.oldestUnfed().map(Instant::toString).orElse(null));
    fields.put("fed", status.fed());
    fields.put("expired", status.expired());
    fields.put("skipped", status.skipped());
    fields.put("passed", status.passed());
    fields.put("last_skip", status.lastSkip().orElse(null));
    return fields;
  }
}
