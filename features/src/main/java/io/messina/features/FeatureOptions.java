package io.messina.features;

import io.messina.api.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * What a feature is like. The time to live may be changed, for reads at once, though what the store
 * has given up earlier does not come back; the rest stays.
 *
 * @param kind list or scalar
 * @param valueType what all its values are
 * @param ttl how long an item or a value is there, counted from its own time; whole seconds from 1
 *     s to 36,500 days; empty for ever
 * @param unique whether readers of a list see only the newest item of each value
 */
public record FeatureOptions(
    FeatureKind kind, ValueType valueType, Optional<Duration> ttl, boolean unique) {

  /** The longest time to live. */
  public static final Duration TTL_MAX = Duration.ofDays(36_500);

  /**
   * Checked options.
   *
   * @throws FeatureException.Refused where one is out of bounds, or a scalar is to be unique
   */
  public FeatureOptions {
    ttl.ifPresent(FeatureOptions::checkTtl);
    if (unique && kind != FeatureKind.LIST) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.UNFIT, "unique: true (expected: false, as for scalars)");
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
   * The same with a time to live.
   *
   * @param time whole seconds from 1 s to 36,500 days
   * @return options
   */
  public FeatureOptions withTtl(Duration time) {
    return new FeatureOptions(kind, valueType, Optional.of(time), unique);
  }

  /**
   * The same, with only the newest item of each value.
   *
   * @return options
   */
  public FeatureOptions withUniqueValues() {
    return new FeatureOptions(kind, valueType, ttl, true);
  }

  private static void checkTtl(Duration ttl) {
    if (ttl.toSeconds() < 1 || ttl.compareTo(TTL_MAX) > 0 || ttl.toNanosPart() != 0) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.OUT_OF_BOUNDS,
          "ttl: " + Durations.format(ttl) + " (expected: whole seconds from 1s to 36500d)");
    }
  }
}
