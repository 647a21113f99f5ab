package io.messina.cli.sinks;

import io.messina.api.sink.SinkName;
import io.messina.cli.remote.ServerAddress;
import io.messina.client.MessinaClient;
import io.messina.client.sink.SinkClient;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A sink that a command is about, and the server that has it. */
public final class SinkPlace {

  @Parameters(index = "0", paramLabel = "SINK", description = "The name of the sink.")
  private @Nullable SinkName name;

  @Mixin private final ServerAddress server = new ServerAddress();

  /** For picocli. */
  public SinkPlace() {}

  <T> T ask(Function<SinkClient, T> question) {
    try (MessinaClient client = server.connect()) {
      return question.apply(client.sink(Objects.requireNonNull(name).value()));
    }
  }
}
