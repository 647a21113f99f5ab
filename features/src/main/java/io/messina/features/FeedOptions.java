package io.messina.features;

import io.messina.api.StreamName;
import java.util.Optional;
import tools.jackson.core.JsonPointer;

/**
 * How a stream feeds a feature: where in the JSON of an event its parts are.
 *
 * @param stream whose events feed it; it stays
 * @param feature which feature
 * @param version which of its versions
 * @param entity a JSON pointer to the entity's id: a text or a number
 * @param value a JSON pointer to the value, which must be of the feature's type
 * @param time a JSON pointer to the time of item or value, in RFC 3339; where absent, the event's
 *     own time, and of events without one the time of their appending
 */
public record FeedOptions(
    StreamName stream,
    FeatureName feature,
    FeatureVersion version,
    String entity,
    String value,
    Optional<String> time) {

  /** The longest pointer, in characters. */
  public static final int POINTER_CHARS_MAX = 256;

  /**
   * Checked options.
   *
   * @throws FeatureException.Refused where one is no JSON pointer
   */
  public FeedOptions {
    check("entity", entity);
    check("value", value);
    time.ifPresent(pointer -> check("time", pointer));
  }

  private static void check(String what, String pointer) {
    if (pointer.length() > POINTER_CHARS_MAX) {
      throw wrong(what, pointer.length() + " characters");
    }
    try {
      var _ = JsonPointer.compile(pointer);
    } catch (IllegalArgumentException _) {
      throw wrong(what, pointer);
    }
  }

  private static FeatureException.Refused wrong(String what, String actual) {
    return new FeatureException.Refused(
        FeatureException.Refused.Reason.OUT_OF_BOUNDS,
        what + ": " + actual + " (expected: a JSON pointer as in /user, up to 256 characters)");
  }
}
