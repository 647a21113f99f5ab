package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureOptions;
import io.messina.cli.remote.Completed;
import io.messina.cli.remote.Expected;
import io.messina.cli.remote.ExpectedTag;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.features.FeatureClient;
import io.messina.client.features.FeaturesClient;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code messina feature}. */
@Command(
    name = "feature",
    description = {
      "List, create, change, show, complete and delete features and their "
          + "versions, and sweep the remains of deleted ones.",
      "",
      "A feature is a list or a value that each entity of a type has. 'lists' "
          + "and 'values' read and write its contents.",
      ""
    },
    subcommands = SweepCommand.class)
public final class FeatureCommand implements Completed {

  @Spec private CommandSpec spec;

  @Override
  public void complete(CommandLine feature) {
    RecordOptions.addForNew(
        Objects.requireNonNull(feature.getSubcommands().get("create")), FeatureOptions.class);
    RecordOptions.addForChange(
        Objects.requireNonNull(feature.getSubcommands().get("change")), FeatureOptions.class);
  }

  private CommandLine subcommand(String name) {
    return Objects.requireNonNull(spec.subcommands().get(name));
  }

  @Command(name = "list", description = "List all features.")
  void list(@Mixin ServerAddress server, @Mixin OutputFormat format) {
    format.printAll(
        out(),
        "features",
        AskedFeature.of(spec, server.connect(), FeaturesClient::features).stream()
            .map(format.isJson() ? Wire::fields : FeatureFields::row)
            .toList());
  }

  @Command(
      name = "create",
      description = {
        "Create a feature, or change it to these options; or create a version of it.",
        "",
        "The type of an existing one cannot change. Each version has separate "
            + "contents; 'complete' makes it the latest.",
        "",
        "  messina feature create user recent_pages --type list --value-type text --ttl 30d",
        "  messina feature create user age --type scalar --value-type integer",
        "  messina feature create user recent_pages --version v2",
        ""
      })
  void create(
      @Mixin FeaturePlace place,
      @Option(
              names = "--version",
              paramLabel = "VERSION",
              description = "Create this version of an existing feature.")
          @Nullable String version,
      @Mixin Expected expected,
      @Mixin OutputFormat format) {
    CommandLine command = subcommand("create");
    if (version == null) {
      FeatureOptions options = RecordOptions.given(command, FeatureOptions.class);
      print(place, format, feature -> on(feature, expected).create(options));
    } else if (RecordOptions.isAnyGiven(command, FeatureOptions.class)) {
      throw new ParameterException(
          spec.commandLine(), "--version: with options of the feature (expected: without)");
    } else {
      print(place, format, feature -> on(feature, expected).createVersion(version));
    }
  }

  @Command(
      name = "change",
      description = {
        "Change how long the contents of a feature are kept.",
        "",
        "Options that are not given stay as they are; only the ttl can be changed.",
        "",
        "  messina feature change user recent_pages --ttl 30d",
        ""
      })
  void change(@Mixin FeaturePlace place, @Mixin ExpectedTag tag, @Mixin OutputFormat format) {
    CommandLine command = subcommand("change");
    print(
        place,
        format,
        feature ->
            on(feature, tag)
                .change(options -> RecordOptions.given(command, options, options.keptForever())));
  }

  @Command(name = "show", description = "Show the definition of a feature.")
  void show(@Mixin FeaturePlace place, @Mixin OutputFormat format) {
    print(place, format, FeatureClient::get);
  }

  @Command(
      name = "complete",
      description = {
        "Make a version the latest: from now on readers of 'latest' see it.",
        "",
        "  messina feature complete user recent_pages --version v2",
        ""
      })
  void complete(
      @Mixin FeaturePlace place,
      @Option(
              names = "--version",
              paramLabel = "VERSION",
              defaultValue = "",
              description = "Which version. The first one unless given.")
          String version,
      @Mixin ExpectedTag tag,
      @Mixin OutputFormat format) {
    print(place, format, feature -> on(feature, tag).complete(version));
  }

  @Command(
      name = "delete",
      description = {
        "Delete a feature, or a version of it, with all that entities have of it.",
        "",
        "Its contents can no longer be read; 'messina feature sweep' frees their space.",
        ""
      })
  void delete(
      @Mixin FeaturePlace place,
      @Option(
              names = "--version",
              paramLabel = "VERSION",
              description = "Delete this version only; '' for the first one.")
          @Nullable String version,
      @Mixin ExpectedTag tag,
      @Mixin OutputFormat format) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("deleted", place.feature());
    fields.put("entity_type", place.entityType());
    if (version == null) {
      place.tell(spec, client -> on(place.in(client), tag).delete());
      format.printDone(out(), "The feature " + place + " is deleted.", fields);
    } else {
      fields.put("version", version);
      place.tell(spec, client -> on(place.in(client), tag).deleteVersion(version));
      format.printDone(out(), "Version '" + version + "' of " + place + " is deleted.", fields);
    }
  }

  private static FeatureClient on(FeatureClient feature, ExpectedTag tag) {
    return tag.on(feature, FeatureClient::ifMatch);
  }

  private static FeatureClient on(FeatureClient feature, Expected expected) {
    return expected.on(feature, FeatureClient::ifMatch, FeatureClient::ifAbsent);
  }

  private void print(
      FeaturePlace place, OutputFormat format, Function<FeatureClient, FeatureDefinition> step) {
    FeatureDefinition feature = place.ask(spec, client -> step.apply(place.in(client)));
    format.printOne(out(), format.isJson() ? Wire.fields(feature) : FeatureFields.row(feature));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
