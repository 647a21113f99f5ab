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
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Creates, changes, shows and deletes features and their versions. */
final class FeatureRoutes implements Resources<FeatureDefinition> {

  private static final String ALL = "/v1/features";
  private static final String ONE = ALL + FeatureParameters.FEATURE;

  private final FeatureCatalog catalog;

  FeatureRoutes(FeatureCatalog catalog) {
    this.catalog = catalog;
  }

  List<Route> routes() {
    DefinitionRoutes<FeatureDefinition, FeatureDefinition> routes =
        new DefinitionRoutes<>(
            new DefinitionRoutes.Kind("Feature", "features", ALL, ONE),
            FeatureDefinition.class,
            Function.identity(),
            this);
    return List.of(
        routes.list("All features."),
        routes
            .put(
                Schema.request("NewFeature", FeatureOptions.class),
                "Creates a feature, or changes it to these options: an absent ttl is forever, the"
                    + " rest stays; or, where a version is named, creates that.")
            .query(FeatureParameters.VERSION, "which version to create; the body is empty then"),
        routes.change(
            FeatureOptions.class,
            "Changes the options that it names, of which only the ttl can be changed; null"
                + " stands for the default.",
            this::change),
        routes.get("The definition of a feature."),
        routes
            .delete(
                "Deletes a feature, or one version of it: nobody reaches its contents any more.")
            .query(FeatureParameters.VERSION, "which version to delete; by default the feature"),
        Route.of(
                Verb.POST,
                ONE + "/complete",
                "completeVersion",
                "Marks a version complete, which makes it the latest.",
                this::complete)
            .query(FeatureParameters.VERSION, "which version; by default the first one")
            .answers(Schema.answer("Feature", FeatureDefinition.class), 200)
            .tagged());
  }

  @Override
  public Collection<FeatureDefinition> all(Exchange exchange) {
    return catalog.freshView().definitions();
  }

  @Override
  public FeatureName checkName(String text) {
    int slash = text.indexOf('/');
    Checks.that(slash > 0, "after", Shown.text(text), "a feature, as in user/recent_pages");
    return new FeatureName(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public Created<FeatureDefinition> put(Exchange exchange) throws IOException {
    FeatureName name = FeatureParameters.feature(exchange);
    Optional<FeatureVersion> version = FeatureParameters.version(exchange);
    Fields fields = exchange.jsonIfAny();
    Precondition precondition = exchange.precondition();
    if (version.isEmpty()) {
      return catalog.create(name, standing -> wanted(fields, standing), precondition);
    }
    fields.end();
    return catalog.createVersion(name, version.get(), precondition);
  }

  /** A new feature needs its type; an existing one keeps it unless the request names another. */
  private static FeatureOptions wanted(Fields fields, Optional<FeatureOptions> standing) {
    return standing
        .map(FeatureOptions::keptForever)
        .map(kept -> fields.change(kept, kept))
        .orElseGet(() -> fields.read(FeatureOptions.class));
  }

  private FeatureDefinition change(Exchange exchange) throws IOException {
    Fields fields = exchange.json();
    return catalog.change(
        FeatureParameters.feature(exchange),
        standing -> fields.change(standing, standing.keptForever()),
        exchange.precondition());
  }

  @Override
  public FeatureDefinition find(Exchange exchange) {
    return catalog.feature(FeatureParameters.feature(exchange));
  }

  @Override
  public void delete(Exchange exchange) {
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
  }

  private void complete(Exchange exchange) {
    FeatureVersion version = FeatureParameters.version(exchange).orElse(FeatureVersion.FIRST);
    FeatureDefinition feature =
        catalog.complete(FeatureParameters.feature(exchange), version, exchange.precondition());
    exchange.sendTagged(200, feature.tag(), json -> Wire.write(json, feature));
  }

  private static RequestException.NotFound absent(String what) {
    return new RequestException.NotFound(
        RequestException.NotFound.Kind.FEATURE,
        "feature: " + what + " (expected: one that was created)");
  }
}
