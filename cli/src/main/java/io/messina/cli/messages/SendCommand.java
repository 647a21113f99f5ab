package io.messina.cli.messages;

import io.messina.api.message.MessageResult;
import io.messina.api.message.NewMessage;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.cli.file.KeptInput;
import io.messina.cli.load.CheckedFile;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.message.MessagesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina messages send}. */
@Command(
    name = "send",
    description = {
      "Send the messages of a file.",
      "",
      "NDJSON, a message per line, also packed by gzip or zstd:",
      "",
      "  {\"account\":\"shop\",\"channel\":\"sms\",\"to\":\"+390612345678\",\"content\":"
          + "{\"text\":\"It is on its way\"},\"key\":\"order-17\"}",
      "",
      "The whole file is checked before anything is sent. If it is "
          + "interrupted, run it again within 24 hours: accepted messages are not "
          + "sent again, as they are known by their keys. A line without a key gets "
          + "one of the name of the file and of its number, so leave lines where "
          + "they are.",
      ""
    })
final class SendCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat output;

  @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
  private String file = InputFile.STANDARD_INPUT;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "The text from which keys are made for lines without one, up to 180 "
              + "characters. The name of the file unless given; standard input and "
              + "pipes have none.")
  private @Nullable String name;

  @Option(
      names = "--dry-run",
      description = "Let the server check and render each message, without storing or sending any.")
  private boolean dry;

  @Override
  public Integer call() throws IOException {
    InputFile typed = InputFile.of(file, InputFormat.NDJSON);
    MessageReader lines = new MessageReader(name(typed));
    try (KeptInput kept = KeptInput.of(typed);
        MessinaClient client = server.connectPatiently()) {
      Progress progress = Progress.on(spec.commandLine().getErr());
      SentMessages sent = new SentMessages(acceptance(client.messages()), lines);
      CheckedFile sending = new CheckedFile(sent, "Sending", "sent");
      long begun = System.nanoTime();
      long _ = kept.file().read(() -> sending.send(kept.file(), progress));
      print(sent, Duration.ofNanos(System.nanoTime() - begun));
      return sent.refused() == 0 ? ExitCodes.SUCCESS : ExitCodes.FAILURE;
    }
  }

  private Function<List<NewMessage>, List<MessageResult>> acceptance(MessagesClient messages) {
    return dry
        ? batch -> batch.stream().map(message -> checked(messages, message)).toList()
        : batch -> messages.acceptAll(batch).messages();
  }

  private static MessageResult checked(MessagesClient messages, NewMessage message) {
    try {
      var _ = messages.check(message);
      return MessageResult.accepted("", false);
    } catch (MessinaException.Refused | MessinaException.NotFound e) {
      return MessageResult.refused(0, e.problem().code(), e.problem().detail());
    }
  }

  /** A pipe is called otherwise each time. */
  private Optional<String> name(InputFile typed) {
    String found = name;
    if (found == null) {
      if (typed.isReadOnce()) {
        return Optional.empty();
      }
      found = typed.path().toFile().getName();
    }
    if (found.isEmpty() || found.length() > MessageReader.NAME_CHARS_MAX) {
      throw new ParameterException(
          spec.commandLine(),
          "--name: "
              + found.length()
              + " characters (expected: 1 to "
              + MessageReader.NAME_CHARS_MAX
              + ")");
    }
    return Optional.of(found);
  }

  private void print(SentMessages sent, Duration took) {
    tellRefused(sent);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("messages", sent.accepted() + sent.repeated() + sent.refused());
    fields.put("accepted", sent.accepted());
    fields.put("repeated", sent.repeated());
    fields.put("refused", sent.refused());
    fields.put("keys_made", sent.keysMade());
    fields.put("seconds", took.toMillis() / 1000.0);
    output.printDone(spec.commandLine().getOut(), sentence(sent, took), fields);
  }

  private String sentence(SentMessages sent, Duration took) {
    long keysMade = sent.keysMade();
    long count = sent.accepted() + sent.repeated() + sent.refused();
    String done =
        dry
            ? String.format(Locale.ROOT, "%,d would be accepted", sent.accepted())
            : String.format(
                Locale.ROOT,
                "%,d accepted, %,d were accepted before",
                sent.accepted(),
                sent.repeated());
    String keys =
        keysMade == 0 || dry
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d had no key and got that of %s and their line",
                keysMade,
                name(InputFile.of(file, InputFormat.NDJSON)).orElse(""));
    return String.format(
        Locale.ROOT,
        "%,d messages in %.2f s: %s, %,d refused%s",
        count,
        took.toNanos() / 1e9,
        done,
        sent.refused(),
        keys);
  }

  private void tellRefused(SentMessages sent) {
    sent.sentences()
        .forEach(sentence -> spec.commandLine().getErr().println("messina: " + sentence));
    long more = sent.refused() - sent.sentences().size();
    if (more > 0) {
      spec.commandLine().getErr().printf(Locale.ROOT, "messina: and %,d more%n", more);
    }
  }
}
