package io.messina.cli.remote;

import io.messina.api.GroupName;
import io.messina.api.StreamName;
import io.messina.client.MessinaClient;
import io.messina.client.group.GroupClient;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A group that a command is about, and the server that has it. */
final class GroupPlace {

  @Parameters(index = "0", paramLabel = "STREAM", description = "The name of the stream.")
  private @Nullable StreamName stream;

  @Parameters(index = "1", paramLabel = "GROUP", description = "The name of the group.")
  private @Nullable GroupName group;

  @Mixin private ServerAddress server;

  <T> T ask(Function<GroupClient, T> question) {
    try (MessinaClient client = server.connect()) {
      return question.apply(client.stream(stream()).group(group()));
    }
  }

  StreamName stream() {
    return Objects.requireNonNull(stream);
  }

  GroupName group() {
    return Objects.requireNonNull(group);
  }
}
