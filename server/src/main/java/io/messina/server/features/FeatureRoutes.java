package io.messina.server.features;

import io.messina.api.Checks;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.features.FeatureCatalog;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Creates, changes, shows and deletes features and their versions. */
final class FeatureRoutes {

  private static final String ALL = "/v1/features";
  private static final String ONE = ALL + FeatureParameters.FEATURE;
  private static final String FEATURE = "Feature";

  private final FeatureCatalog catalog;

  FeatureRoutes(FeatureCatalog catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, ALL, "listFeatures", "All features.", this::list)
                .answers("Features", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createFeature",
                "Creates a feature, or changes it to these options: an absent ttl is forever, the"
                    + " rest stays; or, where a version is named, creates that.",
                this::create)
            .query(FeatureParameters.VERSION, "which version to create; the body is empty then")
            .takes("NewFeature")
            .answers(FEATURE, 200, 201)
            .tagged(),
        Route.of(
                Verb.PATCH,
                ONE,
                "changeFeature",
                "Changes the options that it names, of which only the ttl can be changed; null"
                    + " stands for the default.",
                this::change)
            .takes("FeatureOptions")
            .answers(FEATURE, 200)
            .tagged(),
        Route.of(Verb.GET, ONE, "getFeature", "The definition of a feature.", this::get)
            .answers(FEATURE, 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteFeature",
                "Deletes a feature, or one version of it: nobody reaches its contents any more.",
                this::delete)
            .query(FeatureParameters.VERSION, "which version to delete; by default the feature")
            .answersPlain(204)
            .tagged(),
        Route.of(
                Verb.POST,
                ONE + "/complete",
                "completeVersion",
                "Marks a version complete, which makes it the latest.",
                this::complete)
            .query(FeatureParameters.VERSION, "which version; by default the first one")
            .answers(FEATURE, 200)
            .tagged());
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "features",
        catalog.freshView().definitions(),
        FeatureRoutes::name,
        feature -> feature.name().toString(),
        Function.identity());
  }

  private static FeatureName name(String text) {
    int slash = text.indexOf('/');
    Checks.that(slash > 0, "after", Shown.text(text), "a feature, as in user/recent_pages");
    return new FeatureName(text.substring(0, slash), text.substring(slash + 1));
  }

  private void create(Exchange exchange) throws IOException {
    FeatureName name = FeatureParameters.feature(exchange);
    Optional<FeatureVersion> version = FeatureParameters.version(exchange);
    Fields fields = exchange.jsonIfAny();
    Precondition precondition = exchange.precondition();
    Created<FeatureDefinition> created;
    if (version.isPresent()) {
      fields.end();
      created = catalog.createVersion(name, version.get(), precondition);
    } else {
      created = catalog.create(name, standing -> wanted(fields, standing), precondition);
    }
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  /** A new one must say what it is; what stays is as it was created, unless it is said. */
  private static FeatureOptions wanted(Fields fields, Optional<FeatureOptions> standing) {
    return standing
        .map(FeatureOptions::keptForever)
        .map(kept -> fields.change(kept, kept))
        .orElseGet(() -> fields.read(FeatureOptions.class));
  }

  private void change(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    FeatureDefinition changed =
        catalog.change(
            FeatureParameters.feature(exchange),
            standing -> fields.change(standing, standing.keptForever()),
            exchange.precondition());
    send(exchange, 200, changed);
  }

  private void get(Exchange exchange) {
    send(exchange, 200, catalog.feature(FeatureParameters.feature(exchange)));
  }

  private static void send(Exchange exchange, int status, FeatureDefinition feature) {
    exchange.sendTagged(status, feature.tag(), json -> Wire.write(json, feature));
  }

  private void delete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureName name = FeatureParameters.feature(exchange);
    Optional<FeatureVersion> version = FeatureParameters.version(exchange);
    Precondition precondition = exchange.precondition();
    boolean deleted =
        version
            .map(it -> catalog.deleteVersion(name, it, precondition))
            .orElseGet(() -> catalog.delete(name, precondition));
    if (!deleted) {
      throw absent(name + version.map(it -> " in version " + it.quoted()).orElse(""));
    }
    exchange.sendNothing();
  }

  private void complete(Exchange exchange) throws IOException {
    exchange.jsonIfAny().end();
    FeatureVersion version = FeatureParameters.version(exchange).orElse(FeatureVersion.FIRST);
    FeatureName name = FeatureParameters.feature(exchange);
    send(exchange, 200, catalog.complete(name, version, exchange.precondition()));
  }

  private static RequestException.NotFound absent(String what) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE,
        "feature: " + what + " (expected: one that was created)");
  }
}
