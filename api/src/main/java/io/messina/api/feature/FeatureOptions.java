package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.Forever;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a feature. The time to live may be changed; reads obey it at once, but values that the
 * store has dropped do not come back. The rest is fixed at creation.
 */
public record FeatureOptions(
    @Field("list, or scalar: many items or one value for each entity; fixed at creation")
        @JsonAlias("kind")
        FeatureKind type,
    @Field("bytes, text, integer, double, boolean, vector or json; fixed at creation")
        ValueType valueType,
    @Forever
        @Field(
            value =
                "time to live of an item or a value, counted from its time in whole seconds, or"
                    + " forever",
            min = "1s",
            max = FeatureOptions.LONGEST,
            otherwise = Durations.FOREVER)
        Optional<Duration> ttl,
    @Field(
            value =
                "whether readers of a list see only the newest item of each value; fixed at"
                    + " creation",
            otherwise = "false")
        boolean unique)
    implements FeatureOptionsWithers {

  private static final String LONGEST = "36500d";

  /** The longest time to live. */
  public static final Duration TTL_MAX = Durations.parse(LONGEST);

  public FeatureOptions {
    RecordField.check(FeatureOptions.class, type, valueType, ttl, unique);
    if (ttl.isPresent() && ttl.get().toNanosPart() != 0) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "ttl: " + Durations.format(ttl.get()) + " (expected: whole seconds)");
    }
    if (unique && type != FeatureKind.LIST) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS, "unique: true (expected: false, as for scalars)");
    }
  }

  /**
   * Lists that keep all items.
   *
   * @param valueType of the items
   */
  public static FeatureOptions list(ValueType valueType) {
    return Wire.of(FeatureOptions.class, Map.of("type", FeatureKind.LIST, "value_type", valueType));
  }

  /**
   * Scalars that are kept for ever.
   *
   * @param valueType of the values
   */
  public static FeatureOptions scalar(ValueType valueType) {
    return Wire.of(
        FeatureOptions.class, Map.of("type", FeatureKind.SCALAR, "value_type", valueType));
  }

  /** Keeps items and values for ever. */
  public FeatureOptions keptForever() {
    return new FeatureOptions(type, valueType, Optional.empty(), unique);
  }
}
