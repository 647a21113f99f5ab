package io.messina.server.features;

import io.messina.features.catalog.FeatureCatalog;
import io.messina.server.http.HealthCheck;
import java.util.Optional;

/** Whether the node knows which features there are. */
record DefinitionsCheck(FeatureCatalog catalog) implements HealthCheck {

  @Override
  public String name() {
    return "features";
  }

  @Override
  public Optional<String> trouble() {
    return catalog.isLoaded()
        ? Optional.empty()
        : Optional.of("the definitions of features are not read yet");
  }
}
