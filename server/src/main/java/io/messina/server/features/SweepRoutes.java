package io.messina.server.features;

import io.messina.features.sweep.FeatureSweep;
import io.messina.features.sweep.GoneContents;
import io.messina.features.sweep.SweepPage;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Gives back the space of deleted features, page by page. */
final class SweepRoutes {

  private static final int LIMIT_DEFAULT = 1_000;

  private final FeatureSweep sweep;

  SweepRoutes(FeatureSweep sweep) {
    this.sweep = sweep;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                "/v1/features:sweep",
                "sweepFeatures",
                "Deletes what deleted features and versions have left among some of all lists and"
                    + " values; where there is a next, more follow.",
                this::sweep)
            .takes("Sweep")
            .answers("Swept", 200));
  }

  private void sweep(Exchange exchange) throws Exception {
    Fields fields = exchange.jsonIfAny();
    boolean dryRun = fields.flag("dry_run").orElse(false);
    int limit = fields.integer("limit", 1, FeatureSweep.LIMIT_MAX).orElse(LIMIT_DEFAULT);
    Optional<String> after = fields.text("after");
    fields.end();
    if (dryRun) {
      send(exchange, sweep.find(limit, after));
    } else {
      FeatureWrite.of(it -> send(it, sweep.sweep(limit, after))).handle(exchange);
    }
  }

  private static void send(Exchange exchange, SweepPage page) {
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("looked_at", page.lookedAt());
          json.writeNumberProperty("deleted", page.deleted());
          json.writeNumberProperty("unknown", page.unknown());
          json.writeArrayPropertyStart("features");
          page.contents().forEach(contents -> write(json, contents));
          json.writeEndArray();
          page.next().ifPresent(next -> json.writeStringProperty("next", next));
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, GoneContents contents) {
    json.writeStartObject();
    json.writeStringProperty("entity_type", contents.key().name().entityType());
    json.writeStringProperty("name", contents.key().name().name());
    json.writeStringProperty("version", contents.key().version().text());
    json.writeNumberProperty("generation", contents.key().generation());
    json.writeStringProperty("type", contents.kind().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("entities", contents.entities());
    json.writeEndObject();
  }
}
