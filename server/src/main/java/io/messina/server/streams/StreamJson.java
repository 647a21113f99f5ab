package io.messina.server.streams;

import io.messina.api.Durations;
import io.messina.server.http.Fields;
import io.messina.server.ingest.IngestRules;
import io.messina.server.problem.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.catalog.StreamOptions;
import io.messina.stream.placement.Placement;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Streams as the API writes them, and their options as requests give them. */
final class StreamJson {

  private static final Duration RETENTION_MIN = Duration.ofSeconds(1);
  private static final Duration RETENTION_MAX = Duration.ofDays(36_500);
  private static final int SHARDS_MAX = 4_096;

  private StreamJson() {}

  static void write(JsonGenerator json, StreamDefinition stream) {
    StreamOptions options = stream.options();
    json.writeStartObject();
    json.writeStringProperty("name", stream.id().name().value());
    json.writeNumberProperty("generation", stream.id().generation());
    json.writeNumberProperty("shards", options.shards());
    json.writeStringProperty("retention", Durations.formatIfEnding(options.retention()));
    json.writeStringProperty("deduplicate", Durations.format(options.deduplicate()));
    json.writeStringProperty("placement", options.placement().name().toLowerCase(Locale.ROOT));
    options.key().ifPresent(key -> json.writeStringProperty("key", key));
    options.time().ifPresent(time -> json.writeStringProperty("time", time));
    options
        .schema()
        .ifPresent(
            schema -> {
              json.writeName("schema");
              json.writeRawValue(schema);
            });
    json.writeEndObject();
  }

  /** What is absent stays as it stands, what is null becomes what it is by default. */
  static StreamOptions read(Fields fields, StreamOptions standing) {
    Optional<String> key =
        changed(fields, "key", fields.text("key"), standing.key(), Optional.empty());
    Optional<String> time =
        changed(fields, "time", fields.text("time"), standing.time(), Optional.empty());
    Optional<String> schema =
        changed(
            fields,
            "schema",
            fields.json("schema").map(JsonNode::toString),
            standing.schema(),
            Optional.empty());
    int shards = fields.integer("shards", 1, SHARDS_MAX).orElse(standing.shards());
    Optional<Duration> retention = retention(fields, standing);
    Duration deduplicate = deduplicate(fields, standing);
    Placement placement = placement(fields, standing);
    fields.end();
    compile(key, time, schema);
    return options(
        () -> new StreamOptions(shards, retention, deduplicate, key, time, schema, placement));
  }

  private static Optional<String> changed(
      Fields fields,
      String name,
      Optional<String> given,
      Optional<String> standing,
      Optional<String> standard) {
    return fields.isNull(name) ? standard : given.or(() -> standing);
  }

  private static Optional<Duration> retention(Fields fields, StreamOptions standing) {
    if (fields.isNull("retention")) {
      return StreamOptions.DEFAULT.retention();
    }
    Optional<String> text = fields.text("retention", Function.identity());
    if (text.filter(Durations.FOREVER::equals).isPresent()) {
      return Optional.empty();
    }
    return text.isEmpty()
        ? standing.retention()
        : fields.duration("retention", RETENTION_MIN, RETENTION_MAX);
  }

  private static Duration deduplicate(Fields fields, StreamOptions standing) {
    return fields.isNull("deduplicate")
        ? StreamOptions.DEFAULT.deduplicate()
        : fields
            .duration("deduplicate", Duration.ZERO, StreamOptions.DEDUPLICATE_MAX)
            .orElse(standing.deduplicate());
  }

  private static void compile(
      Optional<String> key, Optional<String> time, Optional<String> schema) {
    try {
      var _ = IngestRules.compile(key, time, schema);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, String.valueOf(e.getMessage()));
    }
  }

  private static Placement placement(Fields fields, StreamOptions standing) {
    return fields.isNull("placement")
        ? StreamOptions.DEFAULT.placement()
        : fields.text("placement", StreamJson::placement).orElse(standing.placement());
  }

  private static Placement placement(String text) {
    for (Placement each : Placement.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
        return each;
      }
    }
    throw new IllegalArgumentException(text + " (expected: any or core)");
  }

  private static StreamOptions options(Supplier<StreamOptions> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.OUT_OF_BOUNDS, String.valueOf(e.getMessage()));
    }
  }
}
