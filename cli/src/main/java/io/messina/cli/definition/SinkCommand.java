package io.messina.cli.definition;

import io.messina.api.sink.SinkName;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkReport;
import io.messina.cli.remote.RecordOptions;
import io.messina.client.MessinaClient;
import io.messina.client.group.DeadLettersClient;
import io.messina.client.sink.SinkClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code messina sink}. */
@Command(
    name = "sink",
    subcommands = JobDeadLettersCommand.class,
    description = "List, create, show and delete what posts the events of streams to URLs.")
public final class SinkCommand extends JobCommand<SinkClient, SinkOptions, SinkReport>
    implements JobDeadLettersCommand.Owner {

  private static final Kind KIND =
      Kind.of(
          "sink",
          SinkName.class,
          List.of(
              "name",
              "stream",
              "url",
              "running",
              "lag",
              "posted",
              "failures",
              "dead_letters",
              "trouble"));

  private static final Help HELP =
      new Help(
          "List all sinks, and what they have done.",
          """
          Post the events of a stream to a URL, from its oldest event on.

            messina sink create hooks https://hooks.example/in --stream edits\
           --secrets token=env:TOKEN --headers 'authorization=Bearer {{secret.token}}'

          With other options a sink goes on where it is.
          """,
          "Show what a sink does, and how it goes on all nodes.",
          "End a sink; its dead letters go with it.");

  private static final String URL = "url";

  /** For picocli. */
  public SinkCommand() {
    super(KIND, SinkOptions.class, HELP);
  }

  @Override
  protected SinkClient one(MessinaClient client, String name) {
    return client.sink(name);
  }

  @Override
  protected List<SinkReport> all(MessinaClient client) {
    return client.sinks();
  }

  @Override
  public DeadLettersClient deadLetters(MessinaClient client, String name) {
    return named(client, name).deadLetters();
  }

  @Override
  public void complete(CommandLine command) {
    super.complete(command);
    JobDeadLettersCommand.describe(
        command,
        """
        List, redrive and delete the events that a sink has set aside, as they were refused.

        A redrive posts them again at once, one after the other, beside what the sink posts.
        """);
  }

  @Override
  void addOptions(CommandLine create) {
    addParameter(create, 1, "1", "URL", "Where events are posted to.", String.class);
    RecordOptions.addForNew(create, SinkOptions.class, Set.of(URL));
  }

  @Override
  SinkOptions given(CommandLine create) {
    return RecordOptions.given(
        create, SinkOptions.class, Map.of(URL, Objects.requireNonNull(parameter(CREATE, 1))));
  }
}
