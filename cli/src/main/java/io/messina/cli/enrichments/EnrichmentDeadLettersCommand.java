package io.messina.cli.enrichments;

import io.messina.cli.remote.JobDeadLettersCommand;
import io.messina.client.MessinaClient;
import io.messina.client.group.DeadLettersClient;
import picocli.CommandLine.Command;

/** The command {@code messina enrichment dead-letters}. */
@Command(
    name = "dead-letters",
    description = {
      "List, redrive and delete the events that an enrichment has set aside.",
      "",
      "A redrive appends them anew to the stream, whose other consumers see them again, too. Those"
          + " that may be in a state already stay: they would count twice.",
      ""
    })
public final class EnrichmentDeadLettersCommand extends JobDeadLettersCommand {

  /** For picocli. */
  public EnrichmentDeadLettersCommand() {}

  @Override
  protected DeadLettersClient letters(MessinaClient client, String name) {
    return client.enrichment(name).deadLetters();
  }
}
