package io.messina.cli.features;

import io.messina.cli.remote.ServerAddress;
import io.messina.client.features.FeatureClient;
import io.messina.client.features.FeaturesClient;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** A feature that a command is about, and the server that has it. */
final class FeaturePlace {

  @Parameters(
      index = "0",
      paramLabel = "TYPE",
      description = "The type of the entities that have the feature, as in 'user'.")
  private @Nullable String entityType;

  @Parameters(index = "1", paramLabel = "FEATURE", description = "The name of the feature.")
  private @Nullable String feature;

  @Mixin private final ServerAddress server = new ServerAddress();

  <T> T ask(CommandSpec command, Function<FeaturesClient, T> question) {
    return AskedFeature.of(command, server.connect(), question);
  }

  /** Waits for a server that is away. */
  <A, T, E extends Exception> T askPatiently(
      CommandSpec command, Function<FeaturesClient, A> first, AskedFeature.Work<A, T, E> work)
      throws E {
    return AskedFeature.of(command, server.connectPatiently(), first, work);
  }

  void tell(CommandSpec command, Consumer<FeaturesClient> step) {
    var _ =
        ask(
            command,
            client -> {
              step.accept(client);
              return true;
            });
  }

  FeatureClient in(FeaturesClient client) {
    return client.feature(entityType(), feature());
  }

  String entityType() {
    return Objects.requireNonNull(entityType);
  }

  String feature() {
    return Objects.requireNonNull(feature);
  }

  /** For people. */
  @Override
  public String toString() {
    return entityType + "/" + feature;
  }
}
