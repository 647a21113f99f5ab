package io.messina.cli.messages;

import io.messina.api.Json;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.TemplateName;
import io.messina.api.message.TemplateUse;
import io.messina.api.message.template.PreviewOptions;
import io.messina.api.message.template.TemplateOptions;
import io.messina.api.message.template.TemplatePreview;
import io.messina.cli.definition.JsonFile;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.message.AccountClient;
import io.messina.client.message.TemplateClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina templates}. */
@Command(
    name = "templates",
    description = "Put, show, preview, list and delete templates of accounts.")
public final class TemplatesCommand {

  /** The columns of a list for people. */
  private static final List<String> LISTED =
      List.of("name", "version", "created", "channel", "language");

  @Spec private CommandSpec spec;

  /** A template that a command is about, and the server that has it. */
  static final class Place {

    @Parameters(index = "0", paramLabel = "ACCOUNT", description = "The name of the account.")
    private @Nullable AccountName account;

    @Parameters(index = "1", paramLabel = "TEMPLATE", description = "The name of the template.")
    private @Nullable TemplateName name;

    @Mixin private ServerAddress server;

    <T> T ask(Function<TemplateClient, T> question) {
      try (MessinaClient client = server.connect()) {
        return question.apply(
            client
                .messages()
                .account(Objects.requireNonNull(account))
                .template(Objects.requireNonNull(name)));
      }
    }
  }

  @Command(
      name = "put",
      description = {
        "Make the first version of a template, or the next one if the file says something else.",
        "",
        "The file holds JSON:",
        "",
        "  {\"channel\":\"sms\",\"language\":\"en\",\"languages\":{\"en\":{\"text\":"
            + "\"Hello {{name}}\"}}}",
        ""
      })
  void put(
      @Mixin Place place,
      @Parameters(
              index = "2",
              paramLabel = "FILE",
              description = "The file, or - for standard input.")
          String file,
      @Mixin OutputFormat format)
      throws IOException {
    TemplateOptions options = JsonFile.read(subcommand("put"), file, TemplateOptions.class);
    format.printWhole(out(), Wire.fields(place.ask(template -> template.create(options))));
  }

  @Command(name = "get", description = "Show a version of a template, and its parameters.")
  void get(
      @Mixin Place place,
      @Option(
              names = "--version",
              paramLabel = "N",
              description = "Which version. The latest unless given.")
          @Nullable Integer version,
      @Mixin OutputFormat format) {
    format.printWhole(
        out(),
        Wire.fields(
            place.ask(template -> version == null ? template.get() : template.get(version))));
  }

  @Command(name = "list", description = "List the latest versions of all templates of an account.")
  void list(
      @Parameters(paramLabel = "ACCOUNT", description = "The name of the account.")
          AccountName account,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      AccountClient of = client.messages().account(account);
      format.printAll(
          out(), "templates", of.templates().stream().map(Wire::fields).toList(), LISTED);
    }
  }

  @Command(name = "versions", description = "List all versions of a template.")
  void versions(@Mixin Place place, @Mixin OutputFormat format) {
    format.printAll(
        out(),
        "versions",
        place.ask(TemplateClient::versions).stream().map(Wire::fields).toList(),
        LISTED);
  }

  @Command(
      name = "preview",
      description = {
        "Render a message from a template, without sending it.",
        "",
        "  messina templates preview shop welcome --parameters ada.json --language it",
        ""
      })
  void preview(
      @Mixin Place place,
      @Option(
              names = "--parameters",
              paramLabel = "FILE",
              description =
                  "A JSON object with the values of its parameters, or - for standard input.")
          @Nullable String parameters,
      @Option(
              names = "--version",
              paramLabel = "N",
              description = "Which version. The latest unless given.")
          @Nullable Integer version,
      @Option(
              names = "--language",
              paramLabel = "LANGUAGE",
              description = "Which language. That of the template unless given.")
          @Nullable String language,
      @Mixin OutputFormat format)
      throws IOException {
    Json filled =
        parameters == null
            ? TemplateUse.NONE
            : new Json(JsonFile.json(subcommand("preview"), parameters).toString());
    PreviewOptions options =
        new PreviewOptions(Optional.ofNullable(version), Optional.ofNullable(language), filled);
    TemplatePreview preview = place.ask(template -> template.preview(options));
    format.printWhole(out(), Wire.fields(preview));
  }

  @Command(name = "delete", description = "Delete a template with all its versions.")
  void delete(@Mixin Place place, @Mixin OutputFormat format) {
    String name =
        place.ask(
            template -> {
              template.delete();
              return template.name();
            });
    format.printDone(out(), "The template " + name + " is deleted.", Map.of("deleted", name));
  }

  private CommandLine subcommand(String name) {
    return Objects.requireNonNull(spec.subcommands().get(name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
