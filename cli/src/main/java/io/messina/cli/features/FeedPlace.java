package io.messina.cli.features;

import io.messina.cli.remote.ServerAddress;
import io.messina.client.features.FeedClient;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** A feed that a command is about, and the server that has it. */
public final class FeedPlace {

  @Parameters(paramLabel = "FEED", description = "The name of the feed.")
  private @Nullable String name;

  @Mixin private final ServerAddress server = new ServerAddress();

  /** For picocli. */
  public FeedPlace() {}

  <T> T ask(CommandSpec command, Function<FeedClient, T> question) {
    return AskedFeature.of(
        command, server.connect(), client -> question.apply(client.feed(name())));
  }

  String name() {
    return Objects.requireNonNull(name);
  }
}
