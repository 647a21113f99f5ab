package io.messina.cli.definition;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.features.FeaturesClient;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code messina feed}. */
@Command(
    name = "feed",
    description = "List, create, show and delete feeds, which fill features from streams.")
public final class FeedCommand
    extends JobCommand<
        DefinitionClient<FeedOptions, FeedDefinition, FeedStatus>, FeedOptions, FeedStatus> {

  private static final Help HELP =
      new Help(
          "List all feeds, with their counts.",
          """
          Feed a feature from a stream, from its oldest event on; or change where a feed looks.

            messina feed create recent_pages --stream edits --entity /user --list recent_pages\
           --value /page --time /time
          """,
          "Show the definition of a feed, and its counts on all nodes.",
          "End a feed; the values it has written stay.");

  /** For picocli. */
  public FeedCommand() {
    super(Kind.of("feed", String.class, List.of()), FeedOptions.class, HELP);
  }

  @Override
  protected DefinitionClient<FeedOptions, FeedDefinition, FeedStatus> one(
      MessinaClient client, String name) {
    return FeaturesClient.of(client).feed(name);
  }

  @Override
  protected List<FeedStatus> all(MessinaClient client) {
    return FeaturesClient.of(client).feeds();
  }

  @Override
  protected void print(OutputFormat format, Map<String, @Nullable Object> fields) {
    format.printOne(out(), fields);
  }
}
