package io.messina.cli.remote;

import io.messina.api.Durations;
import io.messina.client.StreamDefinition;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** A stream's definition as fields, in the order and by the names of the HTTP API. */
final class StreamFields {

  private StreamFields() {}

  static Map<String, @Nullable Object> of(StreamDefinition stream) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", stream.name().value());
    fields.put("generation", stream.generation());
    fields.put("shards", stream.shards());
    fields.put("retention", Durations.formatIfEnding(stream.retention()));
    fields.put("deduplicate", Durations.format(stream.deduplicate()));
    fields.put("placement", stream.placement().name().toLowerCase(Locale.ROOT));
    fields.put("key", stream.key().orElse(null));
    fields.put("time", stream.time().orElse(null));
    fields.put("schema", stream.schema().map(RawValue::new).orElse(null));
    return fields;
  }
}
