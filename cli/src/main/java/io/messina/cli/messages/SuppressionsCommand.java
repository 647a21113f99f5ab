package io.messina.cli.messages;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina messages suppressions}. */
@Command(
    name = "suppressions",
    description = "List, add and delete recipients that get nothing from an account.")
final class SuppressionsCommand {

  private static final String ACCOUNT = "The name of the account.";
  private static final String CHANNEL = "email, sms, whatsapp, rcs or webhook.";
  private static final String RECIPIENT = "As the channel has it.";

  @Spec private CommandSpec spec;

  @Command(
      name = "list",
      description = "List the suppressed recipients of an account, with the reasons.")
  void list(
      @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountName account,
      @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only by this one.")
          @Nullable Channel channel,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printAll(
          out(),
          "suppressions",
          client.messages().account(account).suppressions(Optional.ofNullable(channel)).stream()
              .map(Wire::fields)
              .toList());
    }
  }

  @Command(name = "add", description = "Let a recipient get nothing more from an account.")
  void add(
      @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountName account,
      @Parameters(paramLabel = "CHANNEL", description = CHANNEL) Channel channel,
      @Parameters(paramLabel = "RECIPIENT", description = RECIPIENT) String recipient,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      format.printOne(
          out(), Wire.fields(client.messages().account(account).suppress(channel, recipient)));
    }
  }

  @Command(name = "delete", description = "Let a recipient get messages of an account again.")
  void delete(
      @Parameters(paramLabel = "ACCOUNT", description = ACCOUNT) AccountName account,
      @Parameters(paramLabel = "CHANNEL", description = CHANNEL) Channel channel,
      @Parameters(paramLabel = "RECIPIENT", description = RECIPIENT) String recipient,
      @Mixin ServerAddress server,
      @Mixin OutputFormat format) {
    try (MessinaClient client = server.connect()) {
      client.messages().account(account).unsuppress(channel, recipient);
    }
    format.printDone(
        out(),
        recipient + " gets messages of " + account + " again.",
        Map.of("deleted", recipient));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
