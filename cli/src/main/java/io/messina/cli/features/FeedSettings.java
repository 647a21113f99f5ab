package io.messina.cli.features;

import io.messina.api.StreamName;
import io.messina.client.FeedOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a new feed shall do. */
public final class FeedSettings {

  @Option(
      names = "--stream",
      required = true,
      paramLabel = "STREAM",
      description = "The stream whose events feed the feature.")
  private @Nullable StreamName stream;

  @Option(
      names = "--entity",
      required = true,
      paramLabel = "POINTER",
      description = "Where a JSON payload has the entity's id, as in /user.")
  private @Nullable String entity;

  @Option(
      names = "--entity-type",
      paramLabel = "TYPE",
      description = "The type of the entities. What the pointer to them ends with unless given.")
  private @Nullable String entityType;

  @ArgGroup(multiplicity = "1")
  private @Nullable Target target;

  @Option(
      names = "--value",
      required = true,
      paramLabel = "POINTER",
      description = "Where a payload has the value, as in /page.")
  private @Nullable String value;

  @Option(
      names = "--time",
      paramLabel = "POINTER",
      description =
          "Where a payload has the time, as in /time. The event's own time, or that of its"
              + " appending, unless given.")
  private @Nullable String time;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "Which version of the feature is fed. The first one unless given.")
  private @Nullable String version;

  /** For picocli. */
  public FeedSettings() {}

  FeedOptions options() {
    FeedOptions options =
        FeedOptions.of(Objects.requireNonNull(stream))
            .entity(Objects.requireNonNull(entity))
            .value(Objects.requireNonNull(value));
    Objects.requireNonNull(target).set(options);
    if (entityType != null) {
      options.entityType(entityType);
    }
    if (time != null) {
      options.time(time);
    }
    if (version != null) {
      options.version(version);
    }
    return options;
  }

  /** The feature that is fed. */
  static final class Target {

    @Option(
        names = "--list",
        required = true,
        paramLabel = "FEATURE",
        description = "The list feature that is fed.")
    private @Nullable String list;

    @Option(
        names = "--scalar",
        required = true,
        paramLabel = "FEATURE",
        description = "The scalar feature that is fed.")
    private @Nullable String scalar;

    /** For picocli. */
    Target() {}

    private void set(FeedOptions options) {
      var _ = list == null ? options.scalar(Objects.requireNonNull(scalar)) : options.list(list);
    }
  }
}
