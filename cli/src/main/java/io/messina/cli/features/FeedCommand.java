package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeedOptions;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.FeedClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina feed}. */
@Command(
    name = "feed",
    description = "List, create, show and delete feeds, which fill features from streams.")
public final class FeedCommand {

  @Spec private CommandSpec spec;

  /** For picocli. */
  public FeedCommand() {}

  /**
   * Adds the options that are made from the fields of feeds.
   *
   * @param feed the command with its subcommands
   */
  public static void complete(CommandLine feed) {
    RecordOptions.addForNew(
        Objects.requireNonNull(feed.getSubcommands().get("create")), FeedOptions.class);
  }

  @Command(name = "list", description = "List all feeds, with their counts.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    format.printAll(
        out(),
        "feeds",
        AskedFeature.of(spec, server.connect(), FeaturesClient::feeds).stream()
            .map(Wire::fields)
            .toList());
  }

  @Command(
      name = "create",
      description = {
        "Feed a feature from a stream, from its oldest event on; or change where a feed looks.",
        "",
        "  messina feed create recent_pages --stream edits --entity /user --list recent_pages"
            + " --value /page --time /time",
        ""
      })
  void create(@Mixin FeedPlace place, @Mixin Expected expected, @Mixin OutputFormat format) {
    CommandLine command = Objects.requireNonNull(spec.subcommands().get("create"));
    FeedOptions options = RecordOptions.given(command, FeedOptions.class);
    format.printOne(
        out(),
        Wire.fields(
            place.ask(
                spec,
                feed ->
                    expected.on(feed, FeedClient::ifMatch, FeedClient::ifAbsent).create(options))));
  }

  @Command(
      name = "show",
      description = "Show the definition of a feed, and its counts on the node that answers.")
  void show(@Mixin FeedPlace place, @Mixin OutputFormat format) {
    format.printOne(out(), Wire.fields(place.ask(spec, FeedClient::get)));
  }

  @Command(name = "delete", description = "End a feed; the values it has written stay.")
  void delete(@Mixin FeedPlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    String name =
        place.ask(
            spec,
            feed -> {
              tag.on(feed, FeedClient::ifMatch).delete();
              return feed.name();
            });
    format.printDone(out(), "The feed " + name + " is deleted.", Map.of("deleted", name));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
