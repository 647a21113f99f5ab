package io.messina.cli.sinks;

import io.messina.cli.remote.JobDeadLettersCommand;
import io.messina.client.MessinaClient;
import io.messina.client.group.DeadLettersClient;
import picocli.CommandLine.Command;

/** The command {@code messina sink dead-letters}. */
@Command(
    name = "dead-letters",
    description = {
      "List, redrive and delete the events that a sink has set aside, as they were refused.",
      "",
      "A redrive posts them again at once, one after the other, beside what the sink posts.",
      ""
    })
public final class SinkDeadLettersCommand extends JobDeadLettersCommand {

  /** For picocli. */
  public SinkDeadLettersCommand() {}

  @Override
  protected DeadLettersClient letters(MessinaClient client, String name) {
    return client.sink(name).deadLetters();
  }
}
