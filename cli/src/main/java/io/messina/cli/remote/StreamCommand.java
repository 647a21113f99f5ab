package io.messina.cli.remote;

import io.messina.api.StreamName;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina stream}. */
@Command(name = "stream", description = "List, create, show and delete streams.")
public final class StreamCommand {

  @Spec private CommandSpec spec;

  /** For picocli. */
  public StreamCommand() {}

  @Command(name = "list", description = "List all streams.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(out(), "streams", client.streams().stream().map(StreamFields::of).toList());
    }
  }

  @Command(
      name = "create",
      description = {
        "Create a stream, or change it to these options.",
        "",
        "What is not given takes the server's default. The number of shards cannot be changed.",
        ""
      })
  void create(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin StreamSettings settings,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printOne(out(), StreamFields.of(client.stream(name).create(settings.options())));
    }
  }

  @Command(name = "show", description = "Show what a stream is like.")
  void show(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printOne(out(), StreamFields.of(client.stream(name).get()));
    }
  }

  @Command(name = "delete", description = "Delete a stream with all its events and groups.")
  void delete(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      client.stream(name).delete();
      format.printDone(
          out(), "The stream " + name + " is deleted.", Map.of("deleted", name.value()));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
