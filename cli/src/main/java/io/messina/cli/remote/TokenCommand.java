package io.messina.cli.remote;

import static java.util.stream.Collectors.joining;

import io.messina.api.Wire;
import io.messina.api.access.NewToken;
import io.messina.api.access.Scope;
import io.messina.api.access.TokenName;
import io.messina.api.access.TokenOptions;
import io.messina.api.access.TokenReport;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina token}. */
@Command(
    name = "token",
    description = "Create, list and revoke the tokens of servers that ask for them.")
public final class TokenCommand {

  private static final String NAME = "The name of the token, which is no secret.";

  @Spec private CommandSpec spec;

  @Command(
      name = "create",
      description = {
        "Create a token, and print it this once: no server keeps it.",
        "",
        "All servers know it within two seconds.",
        ""
      })
  void create(
      @Parameters(paramLabel = "NAME", description = NAME) TokenName name,
      @Option(
              names = "--scope",
              paramLabel = "SCOPE",
              required = true,
              description =
                  "What it may do, as in streams:edits:append, groups:edits/*:consume,"
                      + " lists:user/*:read, or admin for all. May be given several times.")
          List<Scope> scopes,
      @Option(
              names = "--expires-in",
              paramLabel = "DURATION",
              description = "When it ends, as in 90d; never if it is not given.")
          @Nullable Duration expiresIn,
      @Option(
              names = "--sender",
              paramLabel = "FROM",
              description =
                  "A sender that its messages may have, whole or as in *@example.com. May be given"
                      + " several times; any sender if it is not given.")
          @Nullable List<String> senders,
      @Option(
              names = "--events-per-second",
              paramLabel = "NUMBER",
              description = "Events, messages and items that a server takes from it per second.")
          @Nullable Integer eventsPerSecond,
      @Option(
              names = "--bytes-per-second",
              paramLabel = "NUMBER",
              description = "Bytes of bodies that a server takes from it per second.")
          @Nullable Long bytesPerSecond,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    TokenOptions options =
        new TokenOptions(
            scopes,
            Optional.ofNullable(expiresIn),
            senders == null ? List.of() : senders,
            Optional.ofNullable(eventsPerSecond),
            Optional.ofNullable(bytesPerSecond));
    try (MessinaClient client = server.connect()) {
      NewToken created = client.tokens().create(name, options);
      format.printOne(out(), Wire.fields(created));
    }
  }

  @Command(name = "list", description = "List the tokens that are not revoked.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(),
          "tokens",
          client.tokens().list().stream().map(token -> fields(token, format)).toList());
    }
  }

  @Command(
      name = "revoke",
      description = "Revoke a token: all servers refuse it within two seconds.")
  void revoke(
      @Parameters(paramLabel = "NAME", description = NAME) TokenName name,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      client.tokens().revoke(name);
    }
    format.printDone(out(), name + " is revoked.", Map.of("revoked", name.toString()));
  }

  private static Map<String, @Nullable Object> fields(TokenReport token, OutputFormat format) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(Wire.fields(token));
    if (!format.isJson()) {
      fields.put(
          "scopes", token.options().scopes().stream().map(Scope::toString).collect(joining(", ")));
      fields.put("senders", String.join(", ", token.options().senders()));
    }
    return fields;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
