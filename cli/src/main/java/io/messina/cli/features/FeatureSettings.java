package io.messina.cli.features;

import io.messina.client.FeatureClient;
import io.messina.client.FeatureDefinition;
import io.messina.client.FeatureKind;
import io.messina.client.FeatureOptions;
import io.messina.client.ValueType;
import io.messina.stream.catalog.DurationText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a new feature shall be like. */
public final class FeatureSettings {

  private static final String FOREVER = "forever";

  @ArgGroup private @Nullable Kind kind;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description =
          "How long an item or a value is there from its own time on, as in 30d, or 'forever'."
              + " For ever unless given.")
  private @Nullable String ttl;

  @Option(names = "--unique", description = "Lists show only the newest item of each value.")
  private boolean unique;

  /** For picocli. */
  public FeatureSettings() {}

  boolean isGiven() {
    return kind != null || ttl != null || unique;
  }

  /** Where neither a list nor a scalar is named, it stays what it is. */
  FeatureOptions options(FeatureClient feature) {
    FeatureOptions options = kind == null ? standing(feature.get()) : kind.options();
    FeatureOptions shown = unique ? options.unique() : options;
    return ttl == null ? shown : kept(shown, ttl);
  }

  private static FeatureOptions standing(FeatureDefinition feature) {
    return feature.kind() == FeatureKind.LIST
        ? FeatureOptions.list(feature.valueType())
        : FeatureOptions.scalar(feature.valueType());
  }

  private static FeatureOptions kept(FeatureOptions options, String ttl) {
    return ttl.equals(FOREVER) ? options.keptForever() : options.withTtl(DurationText.parse(ttl));
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
