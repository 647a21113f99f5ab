package io.messina.cli.messages;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageReport;
import io.messina.api.message.MessageState;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.MessageResolution;
import io.messina.api.message.report.ResolvingSome;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.message.MessageSelection;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina messages}. */
@Command(
    name = "messages",
    subcommands = {SendCommand.class, UsageCommand.class, SuppressionsCommand.class},
    description = "Send messages, and see their outcomes.")
public final class MessagesCommand {

  private static final String ID = "The id of the message.";

  @Spec private CommandSpec spec;

  /** Of the messages that are listed. */
  static final class CampaignOrRecipient {

    @Option(
        names = "--campaign",
        required = true,
        paramLabel = "CAMPAIGN",
        description = "Those of this campaign.")
    private @Nullable String campaign;

    @Option(
        names = "--to",
        required = true,
        paramLabel = "RECIPIENT",
        description = "Those to this recipient.")
    private @Nullable String to;
  }

  @Command(name = "get", description = "Show the state of a message, and its history.")
  void get(
      @Parameters(paramLabel = "MESSAGE", description = ID) String message,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      MessageReport report = client.messages().get(message);
      format.printOne(out(), Wire.fields(report));
      if (!format.isJson()) {
        format.printAll(
            out(),
            "events",
            report.events().stream().map(Wire::fields).toList(),
            List.of("at", "kind", "hop", "connector", "code", "reason", "part"));
      }
    }
  }

  @Command(
      name = "list",
      description = {
        "List the messages of a campaign, or to a recipient.",
        "",
        "  messina messages list --account shop --campaign spring --state failed",
        ""
      })
  void list(
      @Option(
              names = "--account",
              required = true,
              paramLabel = "ACCOUNT",
              description = "Whose messages.")
          AccountName account,
      @ArgGroup(multiplicity = "1") CampaignOrRecipient which,
      @Option(names = "--state", paramLabel = "STATE", description = "Only those in it.")
          @Nullable MessageState state,
      @Option(
              names = "--limit",
              defaultValue = "100",
              paramLabel = "N",
              description = "The maximum number. ${DEFAULT-VALUE} unless given.")
          int limit,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    if (limit < 1) {
      throw new ParameterException(
          spec.commandLine(), "--limit: " + limit + " (expected: at least 1)");
    }
    MessageSelection selection =
        new MessageSelection(
            account,
            Optional.ofNullable(which.campaign),
            Optional.ofNullable(which.to),
            Optional.ofNullable(state),
            Math.clamp(limit, 1, 1_000));
    List<MessageReport> found = new ArrayList<>();
    Optional<String> next = Optional.empty();
    try (MessinaClient client = server.connect()) {
      do {
        MessagePage page = client.messages().page(selection, next);
        found.addAll(page.messages());
        next = page.next();
      } while (next.isPresent() && found.size() < limit);
    }
    if (next.isPresent() || found.size() > limit) {
      spec.commandLine().getErr().println("messina: there are more; see --limit");
    }
    format.printAll(
        out(),
        "messages",
        found.stream().limit(limit).map(format.isJson() ? Wire::fields : this::row).toList());
  }

  /** Returns the columns of a message in a list for people. */
  private Map<String, @Nullable Object> row(MessageReport report) {
    Map<String, @Nullable Object> last =
        report.events().isEmpty() ? Map.of() : Wire.fields(report.events().getLast());
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("message", report.message());
    row.put("state", report.state().toString());
    for (String field : List.of("channel", "to", "at", "connector", "reason")) {
      row.put(field, last.get(field));
    }
    return row;
  }

  @Command(name = "cancel", description = "Take a message back, until its sending has begun.")
  void cancel(
      @Parameters(paramLabel = "MESSAGE", description = ID) String message,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      client.messages().cancel(message);
    }
    format.printDone(
        out(), "The message " + message + " is cancelled.", Map.of("cancelled", message));
  }

  @Command(
      name = "uncertain",
      description = "List the messages for which it is unknown whether the provider has them.")
  void uncertain(
      @Parameters(paramLabel = "CONNECTOR", description = "The name of the connector.")
          ConnectorName connector,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(),
          format.isJson() ? "uncertain" : "uncertain messages",
          client.messages().connector(connector).uncertain().stream().map(Wire::fields).toList());
    }
  }

  @Command(
      name = "resolve",
      description = {
        "Decide on an uncertain message, once you know its outcome; or on all of a connector.",
        "",
        "  sent     the provider has it",
        "  refused  the provider does not have it: another connector is chosen",
        "  again    send it again, though that may be a second time",
        ""
      })
  void resolve(
      @ArgGroup(multiplicity = "1") ToResolve which,
      @Option(
              names = "--as",
              required = true,
              paramLabel = "WHAT",
              description = "sent, refused or again.")
          MessageResolution as,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      if (which.message != null) {
        format.printOne(out(), Wire.fields(client.messages().resolve(which.message, as)));
      } else {
        UncertainOfOne some = Objects.requireNonNull(which.some);
        format.printOne(
            out(), Wire.fields(client.messages().connector(some.connector).resolve(some.as(as))));
      }
    }
  }

  /** One message, or some of a connector. */
  @SuppressWarnings("NullAway.Init")
  static final class ToResolve {

    @Parameters(paramLabel = "MESSAGE", description = ID)
    @Nullable String message;

    @ArgGroup(exclusive = false)
    @Nullable UncertainOfOne some;
  }

  /** Some uncertain messages of a connector. */
  @SuppressWarnings("NullAway.Init")
  static final class UncertainOfOne {

    @Option(
        names = "--connector",
        required = true,
        paramLabel = "CONNECTOR",
        description = "All uncertain messages of this connector whose calls are over.")
    ConnectorName connector;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "Only those whose reason has this in it.")
    @Nullable String reason;

    @Option(
        names = "--from",
        paramLabel = "TIME",
        description = "Only messages that are uncertain since then, as 2026-11-28T10:00:00Z.")
    @Nullable Instant from;

    @Option(
        names = "--to",
        paramLabel = "TIME",
        description = "Only messages that were uncertain before.")
    @Nullable Instant to;

    ResolvingSome as(MessageResolution as) {
      return new ResolvingSome(
          as,
          Optional.ofNullable(reason),
          Optional.ofNullable(from),
          Optional.ofNullable(to),
          Optional.empty());
    }
  }

  @Command(name = "campaign", description = "Count the messages of a campaign by their states.")
  void campaign(
      @Parameters(paramLabel = "ACCOUNT", description = "Whose it is.") AccountName account,
      @Parameters(paramLabel = "CAMPAIGN", description = "As its messages name it.")
          String campaign,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      CampaignReport report = client.messages().account(account).campaign(campaign);
      format.printWhole(out(), Wire.fields(report));
    }
  }

  @Command(
      name = "endpoints",
      description = "List the endpoints of an account's webhooks that fail.")
  void endpoints(
      @Parameters(paramLabel = "ACCOUNT", description = "Whose they are.") AccountName account,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(),
          "endpoints",
          client.messages().account(account).endpoints().stream().map(Wire::fields).toList());
    }
  }

  @Command(
      name = "replay",
      description = {
        "Send the webhooks again that an endpoint has not taken, each as another message.",
        "",
        "Run it again if it breaks off: each is sent again once.",
        "",
        "  messina messages replay shop https://hooks.example.com/a --from 2026-03-01T00:00:00Z",
        ""
      })
  void replay(
      @Parameters(paramLabel = "ACCOUNT", description = "Whose they are.") AccountName account,
      @Parameters(paramLabel = "URL", description = "The endpoint.") String to,
      @Option(
              names = "--from",
              required = true,
              paramLabel = "TIME",
              description = "When the first of them was routed.")
          Instant from,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connectPatiently()) {
      List<String> messages = client.messages().account(account).replay(to, from);
      format.printDone(
          out(), messages.size() + " webhooks are sent again.", Map.of("messages", messages));
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
