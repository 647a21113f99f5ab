package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.Forever;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.Optional;

/**
 * What a feature is like. The time to live may be changed, for reads at once, though what the store
 * has given up earlier does not come back; the rest stays.
 *
 * @param type list or scalar; catalogs of earlier builds call it {@code kind}
 * @param valueType what all its values are
 * @param ttl how long an item or a value is there, counted from its own time; whole seconds from 1
 *     s to 36,500 days; empty for ever
 * @param unique whether readers of a list see only the newest item of each value
 */
public record FeatureOptions(
    @Field("list, or scalar: what an entity has of it; for ever") @JsonAlias("kind")
        FeatureKind type,
    @Field("bytes, text, integer, double, boolean, vector or json; for ever") ValueType valueType,
    @Forever
        @Field(
            value = "how long an item or a value is there from its own time on, or forever",
            min = "1s",
            max = FeatureOptions.LONGEST,
            otherwise = Durations.FOREVER)
        Optional<Duration> ttl,
    @Field(
            value = "readers of the list see only the newest item of each value; for ever",
            otherwise = "false")
        boolean unique)
    implements FeatureOptionsWithers {

  private static final String LONGEST = "36500d";

  /** The longest time to live. */
  public static final Duration TTL_MAX = Durations.parse(LONGEST);

  /**
   * Checked options.
   *
   * @throws WireException if one is out of bounds, or a scalar is to be unique
   */
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
   * @return options
   */
  public static FeatureOptions list(ValueType valueType) {
    return new FeatureOptions(FeatureKind.LIST, valueType, Optional.empty(), false);
  }

  /**
   * Scalars that are kept for ever.
   *
   * @param valueType of the values
   * @return options
   */
  public static FeatureOptions scalar(ValueType valueType) {
    return new FeatureOptions(FeatureKind.SCALAR, valueType, Optional.empty(), false);
  }

  /**
   * Keeps items and values for ever.
   *
   * @return changed options
   */
  public FeatureOptions keptForever() {
    return new FeatureOptions(type, valueType, Optional.empty(), unique);
  }
}
