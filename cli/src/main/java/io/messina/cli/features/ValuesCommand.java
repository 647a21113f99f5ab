package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.features.FeaturesClient;
import io.messina.client.features.ValuesClient;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina values}. */
@Command(
    name = "values",
    description = {
      "Read, put and delete the values that entities have of scalar features.",
      "",
      "Values that are texts are typed as they are, bytes in Base64, all others as JSON. Put -- in"
          + " front of names and values of which one begins with a dash.",
      ""
    })
public final class ValuesCommand {

  private static final String ENTITY = "ENTITY";

  @Spec private CommandSpec spec;

  @Command(
      name = "get",
      description = {
        "Print the values that one or up to 100 entities have of one or up to 100 features.",
        "",
        "All are asked for in one call. Each has a status: present, missing, expired, or error"
            + " where it cannot be read; if there is one of these, the exit code is 4, or 1 if to"
            + " try again does not help.",
        "",
        "  messina values get user age ada bob --with city",
        ""
      })
  int get(
      @Mixin FeaturePlace place,
      @Mixin ChosenVersion version,
      @Parameters(
              index = "2..*",
              arity = "1..*",
              paramLabel = ENTITY,
              description = "Whose values.")
          List<String> entities,
      @Option(
              names = "--with",
              paramLabel = "FEATURE",
              description = "Another feature, too; can be repeated.")
          @Nullable List<String> more,
      @Mixin OutputFormat format) {
    List<String> features =
        Stream.concat(Stream.of(place.feature()), Stream.ofNullable(more).flatMap(List::stream))
            .toList();
    List<EntityValues> values =
        place.ask(spec, client -> values(client, place, version).get(features, entities));
    if (format.isJson()) {
      format.printAll(out(), "entities", values.stream().map(Wire::present).toList());
    } else {
      format.printAll(out(), "values", values.stream().flatMap(ValueFields::rows).toList());
    }
    return exitCode(
        values.stream().flatMap(entity -> entity.features().values().stream()).toList());
  }

  /** To try again is of use only if that may help all that could not be read. */
  private static int exitCode(List<ValueAnswer> answers) {
    int exitCode = ExitCodes.SUCCESS;
    for (ValueAnswer answer : answers) {
      if (answer instanceof ValueAnswer.Failed(_, var retryable)) {
        if (!retryable) {
          return ExitCodes.FAILURE;
        }
        exitCode = ExitCodes.TRY_AGAIN;
      }
    }
    return exitCode;
  }

  @Command(
      name = "put",
      description = {
        "Put a value, unless one with a newer event time exists.",
        "",
        "  messina values put user age ada 36",
        ""
      })
  void put(
      @Mixin FeaturePlace place,
      @Mixin ChosenVersion version,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose value.") String entity,
      @Parameters(index = "3", paramLabel = "VALUE", description = "The value.") String typed,
      @Option(
              names = "--time",
              paramLabel = "TIME",
              description = "Its event time. Now, by the clock of the server, unless given.")
          @Nullable Instant time,
      @Mixin OutputFormat format) {
    place.tell(
        spec,
        client -> {
          FeatureValue value = TypedValue.of(place.in(client).get().options().valueType(), typed);
          ValuesClient values = values(client, place, version);
          if (time == null) {
            values.put(place.feature(), entity, value);
          } else {
            values.put(place.feature(), entity, value, time);
          }
        });
    done(place, entity, "put", "The value of " + entity + " is put" + unlessNewer(time), format);
  }

  @Command(
      name = "delete",
      description = {
        "Delete the value that an entity has of a feature, unless one with a "
            + "newer event time exists.",
        ""
      })
  void delete(
      @Mixin FeaturePlace place,
      @Mixin ChosenVersion version,
      @Parameters(index = "2", paramLabel = ENTITY, description = "Whose value.") String entity,
      @Option(
              names = "--time",
              paramLabel = "TIME",
              description =
                  "The event time of the deletion. Now, or just after a value of the future,"
                      + " unless given.")
          @Nullable Instant time,
      @Mixin OutputFormat format) {
    place.tell(
        spec,
        client -> {
          ValuesClient values = values(client, place, version);
          if (time == null) {
            values.delete(place.feature(), entity);
          } else {
            values.delete(place.feature(), entity, time);
          }
        });
    String sentence = entity + " has no value of " + place.feature() + " any more";
    done(place, entity, "deleted", sentence + unlessNewer(time), format);
  }

  private static String unlessNewer(@Nullable Instant time) {
    return time == null ? "." : ", unless a newer one than of " + time + " is there.";
  }

  private void done(
      FeaturePlace place, String entity, String done, String sentence, OutputFormat format) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(done, entity);
    fields.put("entity_type", place.entityType());
    fields.put("feature", place.feature());
    format.printDone(out(), sentence, fields);
  }

  private static ValuesClient values(
      FeaturesClient client, FeaturePlace place, ChosenVersion version) {
    return version.of(client.values(place.entityType()));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
