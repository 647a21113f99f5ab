package io.messina.cli.remote;

import io.messina.api.Durations;
import io.messina.client.Placement;
import io.messina.client.StreamOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a new stream shall be like. */
public final class StreamSettings {

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "How many shards: a power of two from 1 to 4096; for ever. 16 unless given.")
  private @Nullable Integer shards;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      description = "How long events are kept, as in 7d, or 'forever'. 7d unless given.")
  private @Nullable String retention;

  @Option(
      names = "--deduplicate",
      paramLabel = "TIME",
      description = "How long idempotency keys are remembered, as in 10m.")
  private @Nullable Duration deduplicate;

  @Option(
      names = "--placement",
      paramLabel = "PLACEMENT",
      description =
          "any, or core: each shard lives on one core of the database; for ever. any unless given.")
  private @Nullable Placement placement;

  @Option(
      names = "--key",
      paramLabel = "POINTER",
      description = "Where a JSON payload has its key, as in /user.")
  private @Nullable String key;

  @Option(
      names = "--time",
      paramLabel = "POINTER",
      description = "Where a JSON payload has its time, as in /time.")
  private @Nullable String time;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "A file with the JSON Schema that payloads must follow.")
  private @Nullable Path schema;

  /** For picocli. */
  public StreamSettings() {}

  /**
   * What was given.
   *
   * @return the server's defaults for everything else
   */
  public StreamOptions options() {
    StreamOptions options = StreamOptions.defaults();
    if (shards != null) {
      options.shards(shards);
    }
    if (retention != null) {
      retain(options, retention);
    }
    if (deduplicate != null) {
      options.deduplicate(deduplicate);
    }
    if (placement != null) {
      options.placement(placement);
    }
    if (key != null) {
      options.key(key);
    }
    if (time != null) {
      options.time(time);
    }
    if (schema != null) {
      options.schema(text(schema));
    }
    return options;
  }

  private static void retain(StreamOptions options, String text) {
    if (text.equals(Durations.FOREVER)) {
      options.keptForever();
    } else {
      options.retention(Durations.parse(text));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
