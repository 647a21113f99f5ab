package io.messina.cli.remote;

import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.stream.StreamClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.util.RawValue;

/** The command {@code messina stream}. */
@Command(name = "stream", description = "List, create, change, show and delete streams.")
public final class StreamCommand implements Completed {

  @Spec private CommandSpec spec;

  @Override
  public void complete(CommandLine stream) {
    RecordOptions.addForNew(
        Objects.requireNonNull(stream.getSubcommands().get("create")), StreamOptions.DEFAULT);
    RecordOptions.addForChange(
        Objects.requireNonNull(stream.getSubcommands().get("change")),
        StreamOptions.class,
        Set.of("shards", "placement"));
  }

  @Command(
      name = "list",
      description = "List all streams; streams of the server itself are internal.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(), "streams", client.streams().stream().map(StreamCommand::listed).toList());
    }
  }

  /** With a mark, so that people know their own. */
  private static Map<String, @Nullable Object> listed(StreamDefinition stream) {
    Map<String, @Nullable Object> fields = fields(stream);
    fields.put("internal", stream.name().isInternal());
    return fields;
  }

  @Command(
      name = "create",
      description = {
        "Create a stream, or change it to these options.",
        "",
        "Options that are not given have their defaults, but shards and placement stay.",
        ""
      })
  void create(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin Expected expected,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    Map<String, JsonNode> named = RecordOptions.named(subcommand("create"), StreamOptions.DEFAULT);
    try (MessinaClient client = server.connect()) {
      format.printOne(
          out(),
          fields(
              expected
                  .on(client.stream(name), StreamClient::ifMatch, StreamClient::ifAbsent)
                  .create(named)));
    }
  }

  @Command(
      name = "change",
      description = {"Change a stream.", "", "Options that are not given stay as they are.", ""})
  void change(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin ExpectedTag tag,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    CommandLine command = subcommand("change");
    try (MessinaClient client = server.connect()) {
      format.printOne(
          out(),
          fields(
              tag.on(client.stream(name), StreamClient::ifMatch)
                  .change(
                      options -> RecordOptions.given(command, options, StreamOptions.DEFAULT))));
    }
  }

  @Command(name = "show", description = "Show the definition of a stream.")
  void show(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printOne(out(), fields(client.stream(name).get()));
    }
  }

  @Command(name = "delete", description = "Delete a stream with all its events and groups.")
  void delete(
      @Parameters(paramLabel = "STREAM", description = "Its name.") StreamName name,
      @Mixin ExpectedTag tag,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      tag.on(client.stream(name), StreamClient::ifMatch).delete();
      format.printDone(
          out(), "The stream " + name + " is deleted.", Map.of("deleted", name.value()));
    }
  }

  private static Map<String, @Nullable Object> fields(StreamDefinition stream) {
    Map<String, @Nullable Object> fields = Wire.fields(stream);
    stream
        .options()
        .schema()
        .ifPresent(schema -> fields.put("schema", new RawValue(schema.text())));
    return fields;
  }

  private CommandLine subcommand(String name) {
    return Objects.requireNonNull(spec.subcommands().get(name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
