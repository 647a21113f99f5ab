package io.messina.cli.features;

import io.messina.api.Durations;
import io.messina.client.FeatureClient;
import io.messina.client.FeatureDefinition;
import io.messina.client.FeatureKind;
import io.messina.client.FeatureOptions;
import io.messina.client.MessinaException;
import io.messina.client.ValueType;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a new feature shall be like. */
public final class FeatureSettings {

  @ArgGroup private @Nullable Kind kind;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description =
          "How long an item or a value is there from its own time on, as in 30d, or 'forever'."
              + " Unless given, for ever, or as long as before.",
      converter = TtlText.class)
  private @Nullable Ttl ttl;

  @Option(names = "--unique", description = "Lists show only the newest item of each value.")
  private boolean unique;

  /** For picocli. */
  public FeatureSettings() {}

  boolean isGiven() {
    return kind != null || ttl != null || unique;
  }

  /** Where neither a list nor a scalar is named, it stays what it is. */
  FeatureOptions options(FeatureClient feature) {
    FeatureOptions options = kind == null ? standing(feature) : kind.options();
    FeatureOptions shown = unique ? options.unique() : options;
    return ttl == null ? shown : ttl.of(shown);
  }

  private static FeatureOptions standing(FeatureClient feature) {
    try {
      FeatureDefinition definition = feature.get();
      return definition.kind() == FeatureKind.LIST
          ? FeatureOptions.list(definition.valueType())
          : FeatureOptions.scalar(definition.valueType());
    } catch (MessinaException.NotFound _) {
      throw new IllegalArgumentException(
          feature.entityType()
              + "/"
              + feature.name()
              + ": a new feature (expected: with --list or --scalar)");
    }
  }

  /**
   * How long contents are kept.
   *
   * @param time empty for ever
   */
  record Ttl(Optional<Duration> time) {

    private FeatureOptions of(FeatureOptions options) {
      return time.map(options::withTtl).orElseGet(options::keptForever);
    }
  }

  /** Reads it, so that what is wrong is told with the option's name. */
  static final class TtlText implements ITypeConverter<Ttl> {

    /** For picocli. */
    TtlText() {}

    @Override
    public Ttl convert(String text) {
      try {
        return new Ttl(Durations.parseIfEnding(text));
      } catch (IllegalArgumentException _) {
        throw new TypeConversionException(text + " (expected: forever, or " + Durations.FORM + ")");
      }
    }
  }

  /** A list or a scalar, and of what. */
  static final class Kind {

    private static final String TYPES = "bytes, text, integer, double, boolean, vector or json.";

    @Option(
        names = "--list",
        paramLabel = "VALUES",
        description = "Each entity has a list, of " + TYPES)
    private @Nullable ValueType list;

    @Option(
        names = "--scalar",
        paramLabel = "VALUE",
        description = "Each entity has one value: " + TYPES)
    private @Nullable ValueType scalar;

    /** For picocli. */
    Kind() {}

    private FeatureOptions options() {
      return list == null
          ? FeatureOptions.scalar(Objects.requireNonNull(scalar))
          : FeatureOptions.list(list);
    }
  }
}
