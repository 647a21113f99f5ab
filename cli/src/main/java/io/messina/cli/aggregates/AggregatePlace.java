package io.messina.cli.aggregates;

import io.messina.api.aggregate.AggregateName;
import io.messina.cli.remote.ServerAddress;
import io.messina.client.MessinaClient;
import io.messina.client.aggregate.AggregateClient;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An aggregate that a command is about, and the server that has it. */
public final class AggregatePlace {

  @Parameters(index = "0", paramLabel = "AGGREGATE", description = "The name of the aggregate.")
  private @Nullable AggregateName name;

  @Mixin private final ServerAddress server = new ServerAddress();

  /** For picocli. */
  public AggregatePlace() {}

  <T> T ask(Function<AggregateClient, T> question) {
    try (MessinaClient client = server.connect()) {
      return question.apply(client.aggregate(Objects.requireNonNull(name).value()));
    }
  }
}
