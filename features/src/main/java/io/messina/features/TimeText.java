package io.messina.features;

import io.messina.api.Times;
import java.time.Instant;

/** Times of items and values as texts. */
public final class TimeText {

  private TimeText() {}

  /**
   * Reads a time.
   *
   * @param text as {@link Times#FORM} says
   * @return the time
   * @throws FeatureException.Refused where it is anything else
   */
  public static Instant parse(String text) {
    try {
      return Times.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FeatureException.Refused(
          FeatureException.Refused.Reason.WRONG_TYPE, "time: " + e.getMessage());
    }
  }
}
