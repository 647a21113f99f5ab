package io.messina.server.features;

import io.messina.features.FeatureCatalog;
import io.messina.server.http.HealthCheck;
import java.time.Duration;
import java.util.Optional;

/** Whether the node knows which features there are, and has not lost sight of them. */
record DefinitionsCheck(FeatureCatalog catalog) implements HealthCheck {

  private static final Duration LATELY = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "features";
  }

  @Override
  public Optional<String> trouble() {
    if (!catalog.isLoaded()) {
      return Optional.of("the definitions of features are not read yet");
    }
    return catalog.isReadWithin(LATELY)
        ? Optional.empty()
        : Optional.of("the definitions of features could not be read for over 10 s");
  }
}
