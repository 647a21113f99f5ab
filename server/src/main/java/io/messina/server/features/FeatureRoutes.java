package io.messina.server.features;

import io.messina.features.FeatureDefinition;
import io.messina.features.FeatureException;
import io.messina.features.FeatureName;
import io.messina.features.FeatureVersion;
import io.messina.features.catalog.FeatureCatalog;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.stream.catalog.Created;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Creates, shows and deletes features and their versions. */
final class FeatureRoutes {

  private static final String ALL = "/v1/features";
  private static final String ONE = ALL + Names.FEATURE;
  private static final String FEATURE = "Feature";

  private final FeatureCatalog catalog;

  FeatureRoutes(FeatureCatalog catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    return List.of(
        Route.of(Verb.GET, ALL, "listFeatures", "All features.", this::list)
            .answers("Features", 200),
        Route.of(
                Verb.PUT,
                ONE,
                "createFeature",
                "Creates a feature, or changes its ttl; or, where a version is named, creates"
                    + " that.",
                this::create)
            .query(Names.VERSION, "which version to create; the body is empty then")
            .takes("FeatureOptions")
            .answers(FEATURE, 200, 201),
        Route.of(Verb.GET, ONE, "getFeature", "What a feature is like.", this::get)
            .answers(FEATURE, 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteFeature",
                "Deletes a feature, or one version of it: nobody reaches its contents any more.",
                this::delete)
            .query(Names.VERSION, "which version to delete; by default the feature")
            .answersPlain(204),
        Route.of(
                Verb.POST,
                ONE + "/complete",
                "completeVersion",
                "Makes a version what latest means.",
                this::complete)
            .query(Names.VERSION, "which version; by default the first one")
            .answers(FEATURE, 200));
  }

  private void list(Exchange exchange) {
    Collection<FeatureDefinition> features = catalog.freshView().features().values();
    exchange.sendLargeJson(
        200,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("features");
          features.forEach(feature -> FeatureJson.write(json, feature));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void create(Exchange exchange) throws IOException {
    FeatureName name = Names.feature(exchange);
    Optional<FeatureVersion> version = Names.version(exchange);
    Fields fields = exchange.jsonIfAny();
    Created<FeatureDefinition> created;
    if (version.isPresent()) {
      fields.end();
      created = catalog.createVersion(name, version.get());
    } else {
      created = catalog.create(name, FeatureJson.read(fields));
    }
    exchange.sendJson(
        created.isNew() ? 201 : 200, json -> FeatureJson.write(json, created.value()));
  }

  private void get(Exchange exchange) {
    FeatureDefinition feature = catalog.feature(Names.feature(exchange));
    exchange.sendJson(200, json -> FeatureJson.write(json, feature));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureName name = Names.feature(exchange);
    Optional<FeatureVersion> version = Names.version(exchange);
    boolean deleted =
        version.map(it -> catalog.deleteVersion(name, it)).orElseGet(() -> catalog.delete(name));
    if (!deleted) {
      throw absent(name + version.map(it -> " in version " + it).orElse(""));
    }
    exchange.sendNothing();
  }

  private void complete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureDefinition feature =
        catalog.complete(
            Names.feature(exchange), Names.version(exchange).orElse(FeatureVersion.DEFAULT));
    exchange.sendJson(200, json -> FeatureJson.write(json, feature));
  }

  private static FeatureException.NotFound absent(String what) {
    return new FeatureException.NotFound("feature: " + what + " (expected: one that was created)");
  }
}
