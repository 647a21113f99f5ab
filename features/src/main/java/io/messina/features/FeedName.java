package io.messina.features;

import java.util.regex.Pattern;

/**
 * What a feed is called.
 *
 * @param value a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
 */
public record FeedName(String value) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  /**
   * A checked name.
   *
   * @throws FeatureException.Refused where it is something else
   */
  public FeedName {
    if (!NAME.matcher(value).matches()) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.BAD_NAME,
          "feed: a name of "
              + value.length()
              + " characters (expected: a letter a-z or a digit, then up to 63 of a-z, 0-9, \".\","
              + " \"_\" and \"-\")");
    }
  }

  /** The name. */
  @Override
  public String toString() {
    return value;
  }
}
